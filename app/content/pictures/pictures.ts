import type { PictureName } from '../copy/content-names.ts';

const urlsByFile = import.meta.glob<string>('./*.svg', { eager: true, import: 'default', query: '?url' });

/**
 * Returns the URL of an illustration, including its content hash.
 * @throws {Error} if the illustration has no file
 */
export function pictureUrl(name: PictureName): string {
  const url = urlsByFile[`./${name}.svg`];
  if (!url) throw new Error(`No file for the illustration ${name}`);
  return url;
}
