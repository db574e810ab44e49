import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import {
  exifBlock,
  exifSegment,
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
} from '../located-pictures.ts';
import { scaleForSoak } from '../scale-for-soak.ts';
import { type Content, type ContentReader, noise, type OpenReader, piecesInDisorder } from './content-reader.ts';
import { hostilePictures } from './hostile-pictures.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const seeds = Array.from({ length: scaleForSoak(1, 60) }, (_, index) => index);
const block = exifBlock('II').bytes;
const repeated = (part: Buffer) => (size: number) => Buffer.alloc(Math.floor(size), part);

/** Reads a picture as for a download, from a store that passes it on in the chunks of a disk. */
async function openPictureReader(type: string): Promise<OpenReader> {
  const { openWithoutLocationMetadata } = await import('#app/uploads/location/strip-location-metadata.server.ts');
  return {
    async read(content) {
      const store = { open: () => Readable.from(chunksOf(content)) } as unknown as FileStore;
      const file = { name: 'x', type, size: content.length, sha256: '', storageKey: 'x' };
      let length = 0;
      for await (const chunk of openWithoutLocationMetadata(store, file)) length += chunk.length;
      if (length !== content.length) throw new Error('The length of a picture has changed');
    },
  };
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

function pictureReader(format: string, type: string, source: string, contents: readonly Content[]): ContentReader {
  return {
    name: `location in ${format}`,
    sources: [
      `uploads/location/${source}.server.ts`,
      ...['strip-location-metadata', 'exif', 'xmp', 'byte-ranges'].map((name) => `uploads/location/${name}.server.ts`),
    ],
    maxBytes: evacuationFileLimits.maxBytes,
    form: 'evacuation',
    contents,
    open: () => openPictureReader(type),
  };
}

/** Pieces of XMP. */
const xmpPieces = [
  ...['<', '>', '/', '/>', '</', '<!', '<?', '"', "'", '=', ' ', '\n', '.', ':', 'a'],
  ...['gps', '<gps>', '<gps ', '</gps>', 'exif:GPSLatitude="', 'xmlns:gps=', 'latitude', '<gps x'],
];
const xmpInDisorder = (frame: (filling: Buffer) => Buffer) => piecesInDisorder(xmpPieces, seeds, frame);

/** A TIFF whose whole content after the header is a repeated piece, such as an entry. */
const tiffOf =
  (piece: string): Content[1] =>
  (size) => {
    const file = repeated(Buffer.from(piece, 'hex'))(size);
    file.write('II*\0\x08\0\0\0', 'latin1');
    return file;
  };

const textChunk = (type: string, keyword: string, head: string, text: Buffer) =>
  pngChunk(type, Buffer.concat([latin1(`${keyword}\0${head}`), text]));

/** Compressed text that unpacks to a thousand times its size. */
const bomb = (size: number) => deflateSync(Buffer.alloc(Math.min(size, 16_000) * 1_000, '<gps>'));

export const pictureReaders: readonly ContentReader[] = [
  pictureReader('JPEG', 'image/jpeg', 'jpeg', [
    ['zeros', repeated(Buffer.alloc(1))],
    ['starts of segments', repeated(Buffer.from([0xff, 0xe1]))],
    ['the smallest segments', repeated(exifSegment(latin1('II*\0')))],
    ['segments that go on', repeated(Buffer.concat([exifSegment(block), exifSegment(Buffer.alloc(40_000, block))]))],
    [
      'segments with excessive lengths',
      repeated(Buffer.concat([Buffer.from('ffe1ffff', 'hex'), latin1('Exif\0\0'), block])),
    ],
    ['portions of XMP', repeated(xmpExtensionSegment(latin1('gps="'), 0, 5))],
    ['long portions of XMP', repeated(xmpExtensionSegment(Buffer.alloc(60_000, '<gps gps="'), 0, 60_000))],
    ['XMP', repeated(xmpSegment(Buffer.alloc(60_000, xmpPacket)))],
    ['Exif with two directories', repeated(exifSegment(exifBlock('MM', { note: 'tiff', xmp: xmpPacket }).bytes))],
    ...hostilePictures.jpeg,
    ...xmpInDisorder((filling) => jpegWith(...inSegments(filling))),
  ]),
  pictureReader('motion photos', 'image/jpeg', 'video', [
    ['video locations', repeated(latin1('\xa9xyz\0\x12\x15\xc7+24.7136+046.6753/'))],
    ['starts of video locations', repeated(latin1('\xa9xyz'))],
    [
      'long coordinates',
      repeated(latin1('\xa9xyz\0\x12\x15\xc7+1111111111111111111111111111111111111111111111111111111111')),
    ],
  ]),
  pictureReader('PNG', 'image/png', 'png', [
    ['small chunks', (size) => pngWith(repeated(textChunk('zTXt', 'Raw profile type exif', '\0', latin1('x')))(size))],
    [
      'one chunk of XMP',
      (size) => pngWith(textChunk('iTXt', 'XML:com.adobe.xmp', '\0\0\0\0', repeated(xmpPacket)(size))),
    ],
    ['a long keyword', (size) => pngWith(pngChunk('tEXt', Buffer.alloc(size, 'gps')))],
    ['a long language', (size) => pngWith(textChunk('iTXt', 'XML:com.adobe.xmp', '\0\0', Buffer.alloc(size, 'a')))],
    [
      'the longest profile that is read',
      (size) =>
        pngWith(
          pngChunk(
            'tEXt',
            Buffer.concat([
              latin1('Raw profile type xmp\0'),
              hexProfile(Buffer.alloc(Math.min(size / 2.1, 1_900_000), '<gps gps=" ')),
            ]),
          ),
        ),
    ],
    [
      'a profile too long to be read',
      (size) =>
        pngWith(
          pngChunk(
            'tEXt',
            Buffer.concat([latin1('Raw profile type xmp\0'), hexProfile(Buffer.alloc(size / 2.1, '<gps>'))]),
          ),
        ),
    ],
    [
      'bombs in iTXt',
      (size) => pngWith(repeated(textChunk('iTXt', 'XML:com.adobe.xmp', '\x01\0\0\0', bomb(16_000)))(size)),
    ],
    [
      'a bomb in zTXt',
      (size) =>
        pngWith(
          textChunk(
            'zTXt',
            'Raw profile type exif',
            '\0',
            deflateSync(hexProfile(Buffer.alloc(Math.min(size, 1_900_000), block))),
          ),
        ),
    ],
    [
      'text that hardly compresses',
      (size) =>
        pngWith(
          textChunk(
            'iTXt',
            'XML:com.adobe.xmp',
            '\x01\0\0\0',
            deflateSync(Buffer.concat([latin1('<gps>24</gps>'), noise(size)])),
          ),
        ),
    ],
    ...hostilePictures.png,
    ...xmpInDisorder((filling) => pngWith(textChunk('iTXt', 'XML:com.adobe.xmp', '\0\0\0\0', filling))),
  ]),
  pictureReader('GIF', 'image/gif', 'gif', [
    ['starts of extensions', repeated(latin1('\x21\xff\x0bXMP DataXMP'))],
    ['small extensions', repeated(latin1('\x21\xff\x0bXMP DataXMP<gps>\x01\xff\xfe\xfd'))],
    ['XMP', (size) => gifWith(repeated(xmpPacket)(size))],
    ['one long name', (size) => gifWith(repeated(latin1('gps'))(size))],
    ...hostilePictures.gif,
    ...xmpInDisorder(gifWith),
  ]),
  pictureReader('WebP', 'image/webp', 'webp', [
    ['chunks of XMP', repeated(latin1('XMP \x05\0\0\0<gps>\0'))],
    ['one chunk of XMP', (size) => webpWith(['XMP ', repeated(xmpPacket)(size)])],
    [
      'chunks of Exif',
      (size) =>
        webpWith(...Array.from({ length: size / 1_400 }, () => ['EXIF', exifBlock('II').bytes] as [string, Buffer])),
    ],
    ...hostilePictures.webp,
    ...xmpInDisorder((filling) => webpWith(['XMP ', filling])),
  ]),
  pictureReader('TIFF', 'image/tiff', 'exif', [
    ['overlapping directories', tiffOf('4a0104004000000008000000')],
    ['directories that overlap by a byte', tiffOf('4a01040040000000')],
    ['GPS directories', tiffOf('258804004000000008000000')],
    ['maker notes that overlap', tiffOf('7c9207000000010008000000')],
    ['long packets of XMP that overlap', tiffOf('bc0207000000100008000000')],
    ['a long packet of XMP', (size) => exifBlock('II', { xmp: repeated(xmpPacket)(size) }).bytes],
    ['pixels', (size) => Buffer.concat([block, repeated(pixels)(size)])],
    ...hostilePictures.tiff,
    ...xmpInDisorder((filling) => exifBlock('MM', { xmp: filling }).bytes),
    ...piecesInDisorder(
      ['4a01', '2588', '7c92', 'bc02', '0400', '0700', '01000000', '00010000', '08000000', '0000'].map((hex) =>
        Buffer.from(hex, 'hex'),
      ),
      seeds,
      (filling) => Buffer.concat([latin1('II*\0\x08\0\0\0'), filling]),
    ),
  ]),
  pictureReader('HEIF', 'image/heic', 'iso-media', [
    [
      'long items',
      (size) => heifWith('heic', Buffer.concat([Buffer.alloc(4), block]), repeated(latin1('<gps'))(size), 'file'),
    ],
    ['items in a box', (size) => heifWith('mif1', repeated(block)(size / 2), repeated(xmpPacket)(size / 2), 'box')],
    ...hostilePictures.heif,
    ...xmpInDisorder((filling) => heifWith('avif', block, filling, 'file')),
  ]),
];

function inSegments(packet: Buffer): Buffer[] {
  const segments: Buffer[] = [];
  for (let at = 0; at < packet.length; at += 60_000)
    segments.push(xmpExtensionSegment(packet, at, Math.min(at + 60_000, packet.length)));
  return segments;
}
