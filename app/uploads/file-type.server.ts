import { fileTypeFromBuffer } from 'file-type';
import { docxType } from './docx-type.ts';

/** How many first bytes decide a file's type. */
export const headLength = 4100;

/**
 * Raster pictures and PDF, by what their bytes say. SVG is a program in disguise and stays out, and so
 * does all that is not known here. Media types as in the IANA registry.
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
 * The media type of a medical file by its first bytes.
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for everything that is neither a raster picture nor a PDF
 */
export async function medicalFileType(head: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(withoutLeadingBlank(head));
  return found && medicalTypes.has(found.mime) ? found.mime : undefined;
}

/**
 * The media type of an attachment of a message by its first bytes: PDF, JPEG, or what may be a Word document.
 * @param head up to {@link headLength} bytes from the start of the file
 */
export async function letterFileType(head: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(withoutLeadingBlank(head));
  if (found?.mime === 'application/pdf' || found?.mime === 'image/jpeg') return found.mime;
  // From the first bytes alone a document is often no more than an archive.
  return found?.mime === docxType || found?.mime === 'application/zip' ? docxType : undefined;
}

/** Some hospital systems put a byte order mark or line breaks before `%PDF-`; readers accept that. */
function withoutLeadingBlank(head: Uint8Array): Uint8Array {
  let start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (start < head.length && [0x09, 0x0a, 0x0d, 0x20].includes(head[start] ?? 0)) start += 1;
  return head.subarray(start);
}
