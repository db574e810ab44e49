/** A mebibyte, which most devices display as a megabyte. */
const megabyte = 1024 * 1024;

/** The number, size and types of files that a form accepts. Shared by the server, the hints and the browser. */
export interface FileLimits {
  maxFiles: number;
  /** Maximum size of one file in bytes, inclusive. */
  maxBytes: number;
  /** `maxBytes` in megabytes, for display. */
  maxMegabytes: number;
  /** The accepted types. `medical`: pictures and PDF. `letter`: PDF, JPEG and DOCX. */
  types: 'medical' | 'letter';
}

function limits(maxFiles: number, maxMegabytes: number, types: FileLimits['types']): FileLimits {
  return { maxFiles, maxMegabytes, maxBytes: maxMegabytes * megabyte, types };
}

/** Medical reports with a flight request: 7 files of 30 MB (spec, section 9). */
export const evacuationFileLimits = limits(7, 30, 'medical');

/** Attachments of the contact form: 5 files of 10 MB (spec, section 9). */
export const contactFileLimits = limits(5, 10, 'letter');

/** The limits by accepted types. */
export const fileLimitsByType: Record<FileLimits['types'], FileLimits> = {
  medical: evacuationFileLimits,
  letter: contactFileLimits,
};

/** The `accept` attribute of file inputs. It only helps visitors to choose: the server checks the content. */
export const accepted: Record<FileLimits['types'], string> = {
  medical: 'image/*,application/pdf',
  letter: '.pdf,.jpg,.jpeg,.docx,application/pdf,image/jpeg',
};

/**
 * Pictures that a browser converts to JPEG for a form that takes letters. HEIC is not among them: an iPhone converts its
 * photos itself, and better, for an input that does not accept HEIC.
 */
export const convertiblePictures = 'image/png,image/webp';
