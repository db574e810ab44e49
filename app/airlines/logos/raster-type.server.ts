/** Magic numbers of formats that every browser supports and that cannot contain scripts. */
const signatures: [type: string, beginning: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/**
 * Detects the media type of a raster image by its first bytes, ignoring what the sender claims.
 * @returns undefined for anything else, notably SVG, which may contain scripts
 */
export function rasterType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return signatures.find(([, beginning]) => beginning.test(head))?.[0];
}
