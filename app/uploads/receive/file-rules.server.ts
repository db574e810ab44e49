import { contactFileLimits, evacuationFileLimits, type FileLimits } from '../limits.ts';
import { findDocumentProblem } from './docx.server.ts';
import { letterFileType, medicalFileType } from './file-type.server.ts';
import type { FileRules } from './store-files.server.ts';

/** The rules for medical files and letters, shared by form submissions and separate uploads. */
export const fileRules: Record<FileLimits['types'], FileRules> = {
  medical: { limits: evacuationFileLimits, detectType: medicalFileType },
  letter: { limits: contactFileLimits, detectType: letterFileType, findProblem: findDocumentProblem },
};
