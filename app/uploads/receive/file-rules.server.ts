import { contactFiles, evacuationFiles, type FileLimits } from '../limits.ts';
import { problemOfDocument } from './docx.server.ts';
import { letterFileType, medicalFileType } from './file-type.server.ts';
import type { FileRules } from './keep-file.server.ts';

/** The rules for each kind of file, shared by form posts and separate uploads. */
export const fileRules: Record<FileLimits['types'], FileRules> = {
  medical: { limits: evacuationFiles, typeOf: medicalFileType },
  letter: { limits: contactFiles, typeOf: letterFileType, problemOf: problemOfDocument },
};
