import { contactFileLimits, evacuationFileLimits, type FileLimits } from '../limits.ts';
import { discType } from './disc-type.server.ts';
import { findDocumentProblem } from './docx.server.ts';
import { letterFileType, medicalFileType } from './file-type.server.ts';
import type { FileRules } from './store-files.server.ts';

/** The rules for medical files and letters in form submissions. */
export const fileRules: Record<FileLimits['types'], FileRules> = {
  medical: { limits: evacuationFileLimits, detectType: medicalFileType },
  letter: { limits: contactFileLimits, detectType: letterFileType, findProblem: findDocumentProblem },
};

/** The rules for separate uploads, which also accept files from a disc. */
export const uploadRules: Record<FileLimits['types'], FileRules> = {
  medical: { ...fileRules.medical, detectType: async (head) => discType(head) ?? (await medicalFileType(head)) },
  letter: fileRules.letter,
};
