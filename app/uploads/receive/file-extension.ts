import { docxType } from './docx-type.ts';

/** The allowed file name extensions of each type, the preferred one first. */
const extensions: Record<string, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp', 'dib'],
  'application/pdf': ['pdf'],
  [docxType]: ['docx'],
};

/**
 * Appends the extension that matches the content, unless the name already has one. The desk's computer chooses a program
 * by the extension: a file that starts like a PDF but is named `report.hta` would be executed.
 * @param type media type, detected from the content
 */
export function withTrueExtension(name: string, type: string): string {
  const known = extensions[type];
  if (!known || known.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) return name;
  return `${name}.${known[0]}`;
}
