import { isPdf } from '../signatures/pdf.ts';
import { pictureType } from '../signatures/picture.ts';
import { isZip } from '../signatures/zip.ts';
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

/** The media type of a Word document with macros, as the library writes it. */
const macroType = 'application/vnd.ms-word.document.macroenabled.12';

/**
 * Detects a media type from the first bytes: by our own signatures, then by the library. The library follows what a file
 * says about its parts, and knows nothing of a file if that leads beyond the first bytes. It is loaded with the first file
 * that needs it: it takes 5 MB of memory.
 */
export async function detectType(bytes: Uint8Array): Promise<string | undefined> {
  const head = withoutLeadingWhitespace(bytes);
  return pictureType(head) ?? (isPdf(head) ? 'application/pdf' : typeByLibrary(head));
}

async function typeByLibrary(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(head))?.mime;
}

/**
 * Detects the media type of a medical file from its first bytes.
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything but a raster picture or a PDF
 */
export async function medicalFileType(head: Uint8Array): Promise<string | undefined> {
  const type = await detectType(head);
  return type !== undefined && isMedicalType(type) ? type : undefined;
}

/** Whether a media type is that of a picture or a PDF in a form for medical files. */
export function isMedicalType(type: string): boolean {
  return medicalTypes.has(type);
}

/**
 * Detects the media type of an attachment of the contact form: PDF, JPEG, or a possible Word document (any zip
 * archive).
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything else
 */
export async function letterFileType(head: Uint8Array): Promise<string | undefined> {
  const type = await detectType(head);
  // The first bytes often show only that it is a zip archive, and the library does not know every document.
  if (isZip(withoutLeadingWhitespace(head))) return type === macroType ? undefined : docxType;
  return type === 'application/pdf' || type === 'image/jpeg' ? type : undefined;
}

/**
 * Detects the media type of a file that the desk sends to a family: PDF, JPEG or PNG.
 * @param head up to {@link headLength} bytes from the start of the file
 * @returns undefined for anything else
 */
export async function sentFileType(head: Uint8Array): Promise<string | undefined> {
  const type = await detectType(head);
  return type !== undefined && ['application/pdf', 'image/jpeg', 'image/png'].includes(type) ? type : undefined;
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
