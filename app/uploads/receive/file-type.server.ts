import { fileTypeFromBuffer } from 'file-type';
import { docxType } from './docx-type.ts';

/** How many bytes from the start of a file are used to detect its type. */
export const headLength = 4100;

/**
 * Accepted medical files: raster pictures and PDF. SVG is excluded because it can contain scripts. Media types as in the
 * IANA registry.
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

/**
 * Detects the media type of a medical file from its first bytes.
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything but a raster picture or a PDF
 */
export async function medicalFileType(head: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(withoutLeadingBlank(head));
  return found && medicalTypes.has(found.mime) ? found.mime : undefined;
}

/**
 * Detects the media type of an attachment of the contact form: PDF, JPEG, or a possible Word document (any zip archive).
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything else
 */
export async function letterFileType(head: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(withoutLeadingBlank(head));
  if (found?.mime === 'application/pdf' || found?.mime === 'image/jpeg') return found.mime;
  // The first bytes of a document often only show that it is a zip archive.
  return found?.mime === docxType || found?.mime === 'application/zip' ? docxType : undefined;
}

/** Some hospital systems write a byte order mark or line breaks before `%PDF-`, which PDF readers accept. */
function withoutLeadingBlank(head: Uint8Array): Uint8Array {
  let start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (start < head.length && [0x09, 0x0a, 0x0d, 0x20].includes(head[start] ?? 0)) start += 1;
  return head.subarray(start);
}
