import { isSoundDocument } from './docx.server.ts';
import { letterFileType, medicalFileType } from './file-type.server.ts';
import type { FileRules } from './keep-file.server.ts';
import { contactFiles, evacuationFiles, type FileLimits } from './limits.ts';

/** How the files of a draft are judged, by the name of its limits: a form and what went up before it judge alike. */
export const fileRules: Record<FileLimits['types'], FileRules> = {
  medical: { limits: evacuationFiles, typeOf: medicalFileType },
  letter: { limits: contactFiles, typeOf: letterFileType, isSound: isSoundDocument },
};
