import { docxType } from './docx-type.ts';

/** Number of bytes from the start of a file that are used to detect its type. */
export const headLength = 4100;

/**
 * The accepted types of medical files, as in the IANA registry: raster pictures and PDF. SVG is excluded because it can
 * contain scripts.
 */
const medicalTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/tiff',
  'image/bmp',
  'application/pdf',
]);

/** Detects a type from the first bytes. The library is loaded with the first file: it takes 5 MB of memory. */
async function detectType(head: Uint8Array) {
  const { fileTypeFromBuffer } = await import('file-type');
  return fileTypeFromBuffer(withoutLeadingWhitespace(head));
}

/**
 * Detects the media type of a medical file from its first bytes.
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything but a raster picture or a PDF
 */
export async function medicalFileType(head: Uint8Array): Promise<string | undefined> {
  const detected = await detectType(head);
  return detected && medicalTypes.has(detected.mime) ? detected.mime : undefined;
}

/**
 * Detects the media type of an attachment of the contact form: PDF, JPEG, or a possible Word document (any zip
 * archive).
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything else
 */
export async function letterFileType(head: Uint8Array): Promise<string | undefined> {
  const detected = await detectType(head);
  if (detected?.mime === 'application/pdf' || detected?.mime === 'image/jpeg') return detected.mime;
  // The first bytes of a document often show only that it is a zip archive.
  return detected?.mime === docxType || detected?.mime === 'application/zip' ? docxType : undefined;
}

/**
 * Detects the media type of a file that the desk sends to a family: PDF, JPEG or PNG.
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything else
 */
export async function sentFileType(head: Uint8Array): Promise<string | undefined> {
  const detected = await detectType(head);
  return detected && ['application/pdf', 'image/jpeg', 'image/png'].includes(detected.mime) ? detected.mime : undefined;
}

/**
 * Removes a byte order mark and whitespace: some hospital systems write them before `%PDF-`, and PDF readers accept
 * them.
 */
function withoutLeadingWhitespace(head: Uint8Array): Uint8Array {
  let start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (start < head.length && [0x09, 0x0a, 0x0d, 0x20].includes(head[start] ?? 0)) start += 1;
  return head.subarray(start);
}
