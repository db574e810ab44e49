import { docxType } from './docx-type.ts';

/** The endings that a file of each type may have, the usual one first. */
const endings: Record<string, readonly [string, ...string[]]> = {
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
 * A file's name with an ending that says what its bytes are. By the ending the desk's computer chooses the program that
 * opens it: what begins like a PDF and is called `report.hta` would be run.
 * @param type by content
 */
export function withTrueEnding(name: string, type: string): string {
  const known = endings[type];
  if (!known || known.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) return name;
  return `${name}.${known[0]}`;
}
