import { latin1 } from './bytes.ts';
import { commonPictureType } from './common-picture.ts';

/**
 * Detects the media type of a picture from its first bytes: JPEG, PNG, GIF, WebP, HEIF, AVIF or TIFF.
 * @returns undefined for anything else, and for the raw data of a camera
 */
export function pictureType(head: Uint8Array): string | undefined {
  return commonPictureType(head) ?? isoPictureType(head) ?? (isTiff(head) ? 'image/tiff' : undefined);
}

/**
 * The brands of pictures in ISO media files, from the most to the least specific (ISO 23008-12; ISO 23000-22; AV1 Image
 * File Format, section 8). A sequence, as of a phone that takes moving photos, counts as a picture.
 */
const brands: readonly [type: string, pattern: RegExp][] = [
  ['image/avif', /^avi[fs]$/],
  ['image/heic', /^(?:hei[cmsx]|hev[cmsx]|MiH[ABE])$/],
  ['image/heif', /^(?:mif[12]|msf1|miaf|avc[is]|1pic)$/],
];

/** By the main brand, or else by those that the file is compatible with (ISO 14496-12, section 4.3). */
function isoPictureType(head: Uint8Array): string | undefined {
  if (latin1(head, 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), head.length);
  const named = [latin1(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) named.push(latin1(head, at, at + 4));
  const typeOf = (brand = '') => brands.find(([, pattern]) => pattern.test(brand))?.[0];
  return typeOf(named[0]) ?? brands.find(([, pattern]) => named.some((brand) => pattern.test(brand)))?.[0];
}

/** Tags of directories (TIFF 6.0; TIFF/EP; DNG 1.7). */
const tags = { subDirectories: 0x014a, exif: 0x8769, dngVersion: 0xc612 };

/**
 * Whether bytes begin a TIFF or BigTIFF. Its directory may be anywhere: scanners and fax servers write it after the picture
 * (TIFF 6.0, section 2).
 */
function isTiff(head: Uint8Array): boolean {
  const order = latin1(head, 0, 4);
  if (/^(?:II\+\0\x08\0|MM\0\+\0\x08)\0\0/.test(latin1(head, 0, 8))) return true;
  if ((order !== 'II*\0' && order !== 'MM\0*') || head.length < 8) return false;
  const isLittleEndian = order === 'II*\0';
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const directory = view.getUint32(4, isLittleEndian);
  // Raw data of a camera: by Canon's mark, or by its directory, which cameras write first.
  if (directory < 8 || latin1(head, 8, 11) === 'CR\x02') return false;
  const found = new Set<number>();
  const count = directory + 2 <= head.length ? view.getUint16(directory, isLittleEndian) : 0;
  for (let at = directory + 2; at < directory + 2 + count * 12 && at + 2 <= head.length; at += 12)
    found.add(view.getUint16(at, isLittleEndian));
  return !found.has(tags.dngVersion) && !(found.has(tags.subDirectories) && found.has(tags.exif));
}
