import type { PictureName } from '../copy/content-names.ts';

const files = import.meta.glob<string>('./*.svg', { eager: true, import: 'default', query: '?url' });

/** Size of all illustrations (CSS pixels). */
export const pictureSize = { width: 480, height: 320 };

/** The URL of an illustration, including its content hash. @throws {Error} if there is no such file */
export function pictureUrl(name: PictureName): string {
  const address = files[`./${name}.svg`];
  if (!address) throw new Error(`There is no illustration ${name}`);
  return address;
}
