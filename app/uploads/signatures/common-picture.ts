import { latin1 } from './bytes.ts';

/** Pictures that their first bytes show for certain, whatever follows. A PNG may be animated: it has a still picture, too. */
const signatures: readonly [type: string, pattern: RegExp][] = [
  // The fourth byte is that of JPEG-LS, which few programs can open.
  ['image/jpeg', /^\xff\xd8\xff(?!\xf7)/],
  ['image/png', /^\x89PNG\r\n\x1a\n.{4}IHDR/s],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/**
 * Detects the media type of a picture that every browser can show from its first bytes: JPEG, PNG, GIF or WebP.
 * @returns undefined for anything else
 */
export function commonPictureType(head: Uint8Array): string | undefined {
  const text = latin1(head, 0, 16);
  return signatures.find(([, pattern]) => pattern.test(text))?.[0];
}
