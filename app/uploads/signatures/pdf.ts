import { latin1 } from './bytes.ts';
import { isDicom } from './dicom.ts';

/** How many bytes may stand before a PDF: programs look for its header in the first kilobyte (PDF 1.7, annex H.3.4.1). */
const maxBytesBefore = 1024;

const header = /%PDF-\d\.\d/;
const headerLength = 8;

/** Programs, scripts and archives, which may contain a PDF near their beginning, and old documents of Microsoft Office. */
const containers = [
  // Windows, Linux, Java and macOS, WebAssembly, scripts.
  ...['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xfe\xed\xfa', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe', '\0asm', '#!'],
  // ZIP and its parts, RAR, 7z, CAB, gzip.
  ...['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00', 'Rar!', '7z\xbc\xaf', 'MSCF', '\x1f\x8b\x08'],
  '\xd0\xcf\x11\xe0',
];

/** A page, or another document of tags. */
const markup = /^(?:\xef\xbb\xbf)?\s*<(?:[!?][\w-]|[a-z][\w:.-]*[\s/>])/i;

/** The signature of a tape archive, in the header of its first file (POSIX.1-2001, pax). */
const isTape = (head: Uint8Array) => latin1(head, 257, 262) === 'ustar';

/**
 * Returns whether bytes begin a PDF, before which up to 1,024 other bytes may stand, such as a header of a mail or of HTTP,
 * commands for a printer, or zeros.
 */
export function isPdf(head: Uint8Array): boolean {
  const text = latin1(head, 0, maxBytesBefore + headerLength);
  const at = text.search(header);
  if (at <= 0) return at === 0;
  const isContained = containers.some((beginning) => text.startsWith(beginning));
  return !isContained && !markup.test(text) && !isTape(head) && !isDicom(head);
}
