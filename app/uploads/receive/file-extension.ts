import { docxType } from './docx-type.ts';

/** The allowed file name extensions of each type; the first one is preferred. */
const extensionsByType: Record<string, readonly [string, ...string[]]> = {
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
  'application/zip': ['zip'],
  'application/dicom': ['dcm', 'dicom'],
  [docxType]: ['docx'],
};

/**
 * Appends the extension of the detected type, unless the name already has a matching one. The desk's computer chooses a
 * program by the extension: a file that starts like a PDF but is named `report.hta` would be executed.
 * @param type media type, detected from the content
 */
export function withMatchingExtension(name: string, type: string): string {
  const extensions = extensionsByType[type];
  if (!extensions || extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))) return name;
  return `${name}.${extensions[0]}`;
}
