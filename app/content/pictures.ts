import type { PictureName } from './content-names.ts';

const files = import.meta.glob<string>('./pictures/*.svg', { eager: true, import: 'default', query: '?url' });

/** Every illustration is drawn on the same canvas. */
export const pictureSize = { width: 480, height: 320 };

/** The address of an illustration, with its content's hash. */
export function pictureAddress(name: PictureName): string {
  const address = files[`./pictures/${name}.svg`];
  if (!address) throw new Error(`There is no picture ${name}`);
  return address;
}
