/** Signatures of the formats that every browser supports and that cannot contain scripts. */
const signatures: [type: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/**
 * Detects the media type of a raster image from its first bytes, ignoring the declared type.
 * @returns undefined for anything else, notably SVG, which may contain scripts
 */
export function rasterType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return signatures.find(([, pattern]) => pattern.test(head))?.[0];
}
