import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateSync, inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ByteOrder,
  exifBlock,
  type ExifParts,
  exifSegment,
  findLocations,
  gifWith,
  heifWith,
  hexProfile,
  jpegWith,
  pixels,
  pngChunk,
  pngWith,
  webpWith,
  xmpExtensionSegment,
  xmpPacket,
  xmpSegment,
} from '#tests/support/located-pictures.ts';
import { pdf } from '#tests/support/medical-files.ts';
import { openDiskStore } from '../storage/disk-store.server.ts';
import {
  mayContainLocationMetadata,
  openWithoutLocationMetadata,
  stripLocationMetadata,
} from './strip-location-metadata.server.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const prefix = latin1('Exif\0\0');
const block = (order: ByteOrder = 'II', parts: ExifParts = {}) => exifBlock(order, parts).bytes;
const heicExif = (content: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, 6]), prefix, content]);
const avifExif = (content: Buffer) => Buffer.concat([Buffer.alloc(4), content]);
const textChunkData = (text: string, ...rest: (string | Buffer)[]) =>
  Buffer.concat([latin1(`${text}\0`), ...rest.map((part) => (typeof part === 'string' ? latin1(part) : part))]);
const motion = latin1('\0\0\0\x1e\xa9xyz\0\x12\x15\xc7+24.7136+046.6753/');

/** A block that is long enough for two segments. The second has no TIFF header, since it continues the first. */
const longBlock = block('MM', { xmp: xmpPacket });

const pictures: [name: string, type: string, bytes: Buffer][] = [
  ['JPEG, little-endian', 'image/jpeg', jpegWith(exifSegment(block('II')))],
  ['JPEG, big-endian', 'image/jpeg', jpegWith(exifSegment(block('MM')))],
  ['JPEG with a directory as maker note', 'image/jpeg', jpegWith(exifSegment(block('II', { note: 'directory' })))],
  ['JPEG with a TIFF as maker note', 'image/jpeg', jpegWith(exifSegment(block('MM', { note: 'tiff' })))],
  ['JPEG with XMP', 'image/jpeg', jpegWith(xmpSegment(xmpPacket), exifSegment(block()))],
  [
    'JPEG with XMP portions in reverse order, split within a value',
    'image/jpeg',
    jpegWith(...[[cutInLatitude(), xmpPacket.length] as const, [0, cutInLatitude()] as const].map(xmpPortion)),
  ],
  ['JPEG with two Exif segments', 'image/jpeg', jpegWith(exifSegment(block('II')), exifSegment(block('MM')))],
  [
    'JPEG with Exif split over two segments',
    'image/jpeg',
    jpegWith(exifSegment(longBlock.subarray(0, 700)), exifSegment(longBlock.subarray(700))),
  ],
  [
    'JPEG with a second picture appended',
    'image/jpeg',
    Buffer.concat([jpegWith(exifSegment(block('II'))), jpegWith(exifSegment(block('MM')))]),
  ],
  ['PNG', 'image/png', pngWith(pngChunk('eXIf', block('MM')))],
  ['PNG with XMP', 'image/png', pngWith(pngChunk('iTXt', textChunkData('XML:com.adobe.xmp', '\0\0\0\0', xmpPacket)))],
  [
    'PNG with a profile',
    'image/png',
    pngWith(pngChunk('tEXt', textChunkData('Raw profile type exif', hexProfile(block())))),
  ],
  ['PNG with a text chunk', 'image/png', pngWith(pngChunk('tEXt', textChunkData('exif:GPSLatitude', '24,42.808613N')))],
  ['WebP', 'image/webp', webpWith(['EXIF', block('II')], ['XMP ', xmpPacket])],
  ['WebP by ImageMagick', 'image/webp', webpWith(['EXIF', Buffer.concat([prefix, block('MM')])], ['XMP\0', xmpPacket])],
  ['GIF', 'image/gif', gifWith(xmpPacket)],
  ['TIFF, little-endian', 'image/tiff', Buffer.concat([block('II', { xmp: xmpPacket }), pixels])],
  ['TIFF, big-endian', 'image/tiff', Buffer.concat([block('MM'), pixels])],
  ['HEIC', 'image/heic', heifWith('heic', heicExif(block('MM')), xmpPacket, 'file')],
  ['HEIF', 'image/heif', heifWith('mif1', heicExif(block('II')), xmpPacket, 'box')],
  ['AVIF', 'image/avif', heifWith('avif', avifExif(block('II')), xmpPacket, 'file')],
];

function cutInLatitude(): number {
  return xmpPacket.indexOf('08613N');
}

function xmpPortion([start, end]: readonly [number, number]): Buffer {
  return xmpExtensionSegment(xmpPacket, start, end);
}

/** Metadata that must remain readable. */
const preservedTexts = [
  'Camera of a family',
  '2031:03:28 10:11:12',
  '2031:03:28 10:11:13',
  'GPS Camera of أحمد',
  'Rating>5<',
];

describe('the location is erased', () => {
  test.each(pictures)('%s', async (_, type, picture) => {
    const before = Buffer.from(picture);
    const erased = await stripLocationMetadata(picture, type);
    expect(picture.equals(before)).toBe(true);
    expect(findAllLocations(picture)).not.toEqual([]);
    expect(findAllLocations(erased)).toEqual([]);
    expect(erased.length).toBe(picture.length);
    for (const text of preservedTexts) expect(erased.includes(text)).toBe(picture.includes(text));
    if (picture.includes(pixels)) expect(erased.includes(pixels)).toBe(true);
    expect((await stripLocationMetadata(erased, type)).equals(erased)).toBe(true);
  });

  /** Finds locations in the bytes of a file and in its decoded hexadecimal profiles. */
  function findAllLocations(picture: Buffer): string[] {
    const digits = /49492a00[\da-f\n]+/.exec(picture.toString('latin1'))?.[0] ?? '';
    const decoded = Buffer.from(digits.replace(/\n/g, ''), 'hex');
    return [...findLocations(picture), ...findLocations(decoded)];
  }
});

test.each<[ByteOrder, ExifParts]>([
  ['II', {}],
  ['MM', {}],
  ['II', { note: 'directory' }],
  ['MM', { note: 'directory' }],
  ['II', { note: 'tiff' }],
])('a GPS directory keeps only its version, and nothing else changes (%s, %o)', async (...args) => {
  const [order] = args;
  const { bytes, places } = exifBlock(...args);
  const expected = Buffer.from(bytes);
  const versionOnly = {
    II: [1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 2, 2, 0, 0],
    MM: [0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 2, 2, 0, 0],
  };
  for (const { start, end } of places) expected.fill(0, start, end).set(versionOnly[order], start);
  expect((await stripLocationMetadata(bytes, 'image/tiff')).equals(expected)).toBe(true);
  const jpeg = await stripLocationMetadata(jpegWith(exifSegment(bytes)), 'image/jpeg');
  expect(jpeg.equals(jpegWith(exifSegment(expected)))).toBe(true);
});

test('the location in a BigTIFF is erased', async () => {
  const bytes = Buffer.alloc(200, 9);
  const numbers: (readonly [value: number, size: 2 | 8])[] = [
    // Version, offset size, first directory with one entry, no next directory.
    ...([
      [43, 2],
      [8, 2],
      [0, 2],
      [16, 8],
      [1, 8],
      [0x8825, 2],
      [16, 2],
      [1, 8],
      [52, 8],
      [0, 8],
    ] as const),
    // Two entries: an inline reference, and coordinates at offset 120.
    ...([
      [2, 8],
      [1, 2],
      [2, 2],
      [2, 8],
      [0x4e, 8],
      [2, 2],
      [5, 2],
      [3, 8],
      [120, 8],
      [0, 8],
    ] as const),
  ];
  bytes.write('II', 'latin1');
  let at = 2;
  for (const [value, size] of numbers) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUInt16LE(value, at);
    at += size;
  }
  const erased = await stripLocationMetadata(bytes, 'image/tiff');
  const differing = [...bytes.keys()].filter((index) => bytes[index] !== erased[index]);
  expect(erased.subarray(120, 144).equals(Buffer.alloc(24))).toBe(true);
  expect(erased.readBigUInt64LE(52)).toBe(1n);
  expect(erased.subarray(60, 80).toString('hex')).toBe('0000010004000000000000000203000000000000');
  expect(differing.every((index) => (index >= 52 && index < 100) || (index >= 120 && index < 144))).toBe(true);
});

test('XMP keeps its structure: only values are replaced by spaces', async () => {
  const erased = (await stripLocationMetadata(gifWith(xmpPacket), 'image/gif')).toString();
  const blank = (length: number) => ' '.repeat(length);
  expect(erased).toContain(`exif:GPSLatitude="${blank(13)}"\n`);
  expect(erased).toContain(`exif:GPSLongitude = '${blank(13)}' drone-dji:GpsLatitude="${blank(9)}"`);
  expect(erased).toContain(`<exif:GPSAltitude>${blank(7)}</exif:GPSAltitude><exif:GPSMapDatum/><tiff:Orientation>6</`);
  expect(erased).toMatch(/<exif:GPSAreaInformation> {60,}<\/exif:GPSAreaInformation>/);
  expect(erased).toContain('xmlns:GpsMaker="http://example.com/gps/" xmp:CreatorTool="GPS Camera of أحمد"');
});

test.each(['GPSLatitude="24.713579', '<exif:GPSLatitude>24.713579', '<a:GPSx><b>24.713579</b>'])(
  'a location is erased in truncated XMP: %s',
  async (text) => {
    const erased = await stripLocationMetadata(jpegWith(xmpSegment(latin1(text))), 'image/jpeg');
    expect(erased.includes('24.713579')).toBe(false);
    expect(erased.includes(pixels)).toBe(true);
  },
);

describe('chunks of a PNG', () => {
  /** Type and data of each chunk, and whether its checksum is valid. */
  function chunksOf(png: Buffer) {
    const chunks: { type: string; data: Buffer; isValid: boolean }[] = [];
    for (let at = 8; at < png.length;) {
      const end = at + 8 + png.readUInt32BE(at);
      const chunk = pngChunk(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
      const isValid = chunk.equals(png.subarray(at, end + 4));
      chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end), isValid });
      at = end + 4;
    }
    return chunks;
  }

  test.each(pictures.filter(([, type]) => type === 'image/png'))('%s has valid checksums', async (_, type, picture) => {
    const chunks = chunksOf(await stripLocationMetadata(picture, type));
    expect(chunks.map((chunk) => chunk.type)).toEqual(chunksOf(picture).map((chunk) => chunk.type));
    expect(chunks.filter(({ isValid }) => !isValid)).toEqual([]);
  });

  test.each<[string, string, string | Buffer, Buffer]>([
    ['zTXt', 'Raw profile type exif', '\0', hexProfile(Buffer.concat([prefix, block('MM')]))],
    ['iTXt', 'XML:com.adobe.xmp', '\x01\0\0\0', xmpPacket],
  ])('compressed text (%s) is recompressed into the same space', async (type, name, head, text) => {
    const packed = deflateSync(text);
    const picture = pngWith(pngChunk(type, textChunkData(name, head, packed)));
    const erased = await stripLocationMetadata(picture, 'image/png');
    expect(erased.length).toBe(picture.length);
    const chunk = chunksOf(erased)[1];
    expect(chunk?.isValid).toBe(true);
    const unpacked = inflateSync(chunk?.data.subarray(name.length + 1 + head.length) ?? '');
    expect(unpacked.length).toBe(text.length);
    const readable = type === 'zTXt' ? Buffer.from(unpacked.toString().slice(14).replace(/\s/g, ''), 'hex') : unpacked;
    expect(findLocations(readable)).toEqual([]);
    expect(readable.includes(type === 'zTXt' ? 'Camera of a family' : 'Rating>5<')).toBe(true);
  });

  test('compressed text beyond the limit is replaced by empty text', async () => {
    const packed = deflateSync(Buffer.alloc(20 * 1024 * 1024));
    const data = textChunkData('XML:com.adobe.xmp', '\x01\0\0\0', packed);
    const chunk = chunksOf(await stripLocationMetadata(pngWith(pngChunk('iTXt', data)), 'image/png'))[1];
    expect(chunk?.isValid).toBe(true);
    expect(inflateSync(chunk?.data.subarray(22) ?? '')).toHaveLength(0);
  });
});

test('the location of an appended video is erased', async () => {
  const picture = Buffer.concat([jpegWith(), motion, pixels]);
  const erased = await stripLocationMetadata(picture, 'image/jpeg');
  expect(
    erased.equals(Buffer.concat([jpegWith(), motion.subarray(0, 12), Buffer.alloc(17, ' '), latin1('/'), pixels])),
  ).toBe(true);
});

test.each([4, 5, 6, 7, 8, 9, 24])(
  'a video truncated %i bytes after the start of its location does not cause an error',
  async (length) => {
    const picture = Buffer.concat([jpegWith(), motion.subarray(4, 4 + length)]);
    expect((await stripLocationMetadata(picture, 'image/jpeg')).length).toBe(picture.length);
  },
);

test('a hexadecimal profile beyond the limit is erased as a whole, and so are all later ones', async () => {
  const place = hexProfile(block());
  const longBlock = Buffer.concat([place, Buffer.alloc(4 * 1024 * 1024, 'f')]);
  const picture = pngWith(
    ...[place, longBlock, place].map((profile) => pngChunk('tEXt', textChunkData('Raw profile type exif', profile))),
  );
  const erased = (await stripLocationMetadata(picture, 'image/png')).toString('latin1');
  expect(erased).toHaveLength(picture.length);
  // Only the location of the first profile is erased.
  expect(erased.split('49492a00')).toHaveLength(2);
  expect(erased).toContain(`Raw profile type exif\0${' '.repeat(longBlock.length)}`);
});

test.each<[string, string, Buffer]>([
  ['a JPEG without a location', 'image/jpeg', jpegWith(xmpSegment(latin1('<xmp:Rating>5</xmp:Rating>')))],
  ['a GPS offset that points at pixels', 'image/jpeg', withGpsOffset(8)],
  ['a GPS offset that points outside the file', 'image/jpeg', withGpsOffset(0xfffffff0)],
  ['a PDF', 'application/pdf', Buffer.concat([pdf(100), exifSegment(block())])],
])('%s is unchanged', async (_, type, bytes) => {
  expect((await stripLocationMetadata(bytes, type)).equals(bytes)).toBe(true);
});

/** A JPEG that gives a wrong offset for its GPS directory. */
function withGpsOffset(offset: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.write('II*\0\x08\0\0\0\x01\0\x25\x88\x04\0\x01\0\0\0', 'latin1');
  bytes.writeUInt32LE(offset, 18);
  return jpegWith(exifSegment(bytes));
}

test('cyclic directories do not cause an endless loop', async () => {
  const bytes = Buffer.concat([block('II'), block('II')]);
  // Make the first directory its own next directory.
  bytes.writeUInt32LE(8, 8 + 2 + 5 * 12);
  expect((await stripLocationMetadata(bytes, 'image/tiff')).length).toBe(bytes.length);
});

test('a corrupt file keeps its length and does not cause an error', async () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let iteration = 0; iteration < 6000; iteration += 1) {
    const [, type, picture] = pictures[iteration % pictures.length] ?? ['', '', Buffer.alloc(0)];
    const broken = Buffer.from(picture.subarray(0, random(4) ? picture.length : random(picture.length)));
    for (let changes = random(12); changes >= 0; changes -= 1) {
      if (broken.length > 0) broken[random(broken.length)] = random(3) ? random(256) : ([0, 255][random(2)] ?? 0);
    }
    expect((await stripLocationMetadata(broken, type)).length).toBe(broken.length);
  }
});

describe('a stored file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'location-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function storeAndOpen(type: string, bytes: Buffer, size = bytes.length) {
    const store = openDiskStore(folder);
    const writer = await store.create();
    await writer.write(bytes);
    await writer.commit();
    const file = { name: 'x', type, size, sha256: '', storageKey: writer.key };
    const out = await buffer(openWithoutLocationMetadata(store, file));
    return { out, stored: await buffer(store.open(writer.key)) };
  }

  test.each([
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/gif',
    'image/tiff',
    'image/heic',
    'image/heif',
    'image/avif',
  ])('%s may contain a location', (type) => expect(mayContainLocationMetadata(type)).toBe(true));

  test('a picture is read without its location, while the store keeps the original', async () => {
    const picture = Buffer.concat([jpegWith(exifSegment(block())), Buffer.alloc(200_000, 5)]);
    const { out, stored } = await storeAndOpen('image/jpeg', picture);
    expect(out.equals(await stripLocationMetadata(picture, 'image/jpeg'))).toBe(true);
    expect(findLocations(out)).toEqual([]);
    expect(stored.equals(picture)).toBe(true);
  });

  test.each(['application/pdf', 'image/bmp'])('%s is read unchanged', async (type) => {
    const bytes = Buffer.concat([pdf(200_000), exifSegment(block())]);
    expect((await storeAndOpen(type, bytes)).out.equals(bytes)).toBe(true);
  });

  test.each([-1, 1])('a picture of an unexpected length causes an error (%i)', async (difference) => {
    const picture = jpegWith(exifSegment(block()));
    await expect(storeAndOpen('image/jpeg', picture, picture.length + difference)).rejects.toThrow('instead of');
  });
});
