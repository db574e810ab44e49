/** A mebibyte. The site labels it "MB", as Windows does. */
const megabyte = 1024 * 1024;

/** The number, size and types of files that a form accepts. Shared by the server, the hints and the browser. */
export interface FileLimits {
  maxFiles: number;
  /** Maximum size of one file in bytes, inclusive. */
  maxBytes: number;
  /** `maxBytes` in megabytes, for display. */
  maxMegabytes: number;
  /** The accepted types. `medical`: pictures and PDF, and files from a disc. `letter`: PDF, JPEG and DOCX. */
  types: 'medical' | 'letter';
  /** Limits for files from a radiologist's disc, which only a resumable upload can send; undefined if none is accepted. */
  disc?: DiscLimits;
}

/** How much of a disc with scans a request accepts: ZIP archives or DICOM files. */
interface DiscLimits {
  /** Maximum size of one file in bytes, inclusive. */
  maxBytes: number;
  /** `maxBytes` in megabytes, for display. */
  maxMegabytes: number;
  /** Maximum size of all such files of a request in bytes, inclusive. */
  maxTotalBytes: number;
}

function limits(maxFiles: number, maxMegabytes: number, types: FileLimits['types']): FileLimits {
  return { maxFiles, maxMegabytes, maxBytes: maxMegabytes * megabyte, types };
}

/** Files from a disc: 500 MB each, 1 GB a request. */
const discLimits: DiscLimits = { maxMegabytes: 500, maxBytes: 500 * megabyte, maxTotalBytes: 1024 * megabyte };

/** Medical reports with a flight request: 7 files of 30 MB (spec, section 9), and discs. */
export const evacuationFileLimits: FileLimits = { ...limits(7, 30, 'medical'), disc: discLimits };

/** Attachments of the contact form: 5 files of 10 MB (spec, section 9). */
export const contactFileLimits = limits(5, 10, 'letter');

/** The limits by accepted types. */
export const fileLimitsByType: Record<FileLimits['types'], FileLimits> = {
  medical: evacuationFileLimits,
  letter: contactFileLimits,
};

/** The `accept` attribute of file inputs. It only helps visitors choose: the server checks the content. */
export const accepted: Record<FileLimits['types'], string> = {
  medical: 'image/*,application/pdf',
  letter: '.pdf,.jpg,.jpeg,.docx,application/pdf,image/jpeg',
};

/**
 * Pictures that a browser converts to JPEG for a form that takes letters. HEIC is not among them: an iPhone converts its
 * photos itself, and better, for an input that does not accept HEIC.
 */
export const convertiblePictures = 'image/png,image/webp';

/** Added to the `accept` attribute where discs can be uploaded. Windows reports its own type for ZIP. */
export const acceptedFromDisc = '.zip,.dcm,application/zip,application/x-zip-compressed,application/dicom';
