/** One megabyte as people's devices count it. */
const megabyte = 1024 * 1024;

/** How many files a form takes and how large each may be. Shared by the reader, the hints and the browser. */
export interface FileLimits {
  maxFiles: number;
  /** Bytes of one file; exactly this many are still accepted. */
  maxBytes: number;
  /** The same in megabytes, for texts. */
  maxMegabytes: number;
  /** Pictures and PDF, or PDF, JPG and DOCX: the name of the rules that judge the files. */
  types: 'medical' | 'letter';
}

function limits(maxFiles: number, maxMegabytes: number, types: FileLimits['types']): FileLimits {
  return { maxFiles, maxMegabytes, maxBytes: maxMegabytes * megabyte, types };
}

/** Medical reports with a flight request: 7 files of 30 MB (spec, section 9). */
export const evacuationFiles = limits(7, 30, 'medical');

/** Attachments of a message: 5 files of 10 MB (spec, section 9). */
export const contactFiles = limits(5, 10, 'letter');

/** The limits by the name of what they take. */
export const limitsOf: Record<FileLimits['types'], FileLimits> = { medical: evacuationFiles, letter: contactFiles };

/** What the browser's file chooser offers. The server decides by the first bytes, never by this. */
export const acceptedMedicalFiles = 'image/*,application/pdf';
export const acceptedLetters = '.pdf,.jpg,.jpeg,.docx,application/pdf,image/jpeg';
