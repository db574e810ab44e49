/** The formats that every browser shows and that cannot carry a script, by how their files begin. */
const beginnings: [type: string, beginning: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/**
 * The media type of a raster picture by its first bytes, whatever its sender calls it.
 * @returns undefined for all else, SVG above all: that is a document which may contain scripts
 */
export function rasterType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return beginnings.find(([, beginning]) => beginning.test(head))?.[0];
}
