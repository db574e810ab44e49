import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { pdf } from './medical-files.ts';

/** Files of at most a given size (bytes), cheap to send and possibly expensive to inspect. */
export const hostileFiles: [name: string, form: 'evacuation' | 'contact', bytes: (size: number) => Buffer][] = [
  ['a PDF', 'evacuation', (size) => pdf(size)],
  ['a PNG of empty chunks', 'evacuation', pngOf('tEXt', 0)],
  ['a PNG with one large text chunk', 'evacuation', (size) => pngOf('tEXt', size - 100)(size)],
  ['a PNG of empty Exif chunks', 'evacuation', pngOf('eXIf', 8)],
  ['a PNG of compressed text chunks', 'evacuation', pngOf('iTXt', 40)],
  ['a JPEG of empty segments', 'evacuation', jpegOf(Buffer.alloc(0))],
  ['a JPEG of Exif segments', 'evacuation', jpegOf(Buffer.from('Exif\0\0II*\0\x08\0\0\0\xff\xff', 'latin1'))],
  [
    'a JPEG of XMP segments',
    'evacuation',
    jpegOf(Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude=', 'latin1')),
  ],
  [
    'a JPEG of large XMP segments',
    'evacuation',
    jpegOf(Buffer.from(`http://ns.adobe.com/xap/1.0/\0${'exif:GPSLatitude = '.repeat(3_400)}`, 'latin1')),
  ],
  ['a JPEG of an Exif directory that contains itself', 'evacuation', jpegOf(loopingExif())],
  ['a GIF of empty blocks', 'evacuation', gifOf()],
  ['a TIFF with a long directory', 'evacuation', tiffOf()],
  ['an HEIC of empty boxes', 'evacuation', (size) => boxes('heic', size, 8)],
  ['an AVIF of nested boxes', 'evacuation', (size) => boxes('avif', size, 0)],
  ['a WebP of empty chunks', 'evacuation', webpOf()],
  ['a BMP', 'evacuation', (size) => Buffer.concat([Buffer.from('BM'), Buffer.alloc(size - 2)])],
  ['an archive of many parts', 'contact', archiveOf],
  ['an archive that claims to have many parts', 'contact', (size) => archiveWithFalseEntryCount(size)],
  ['a zip bomb', 'contact', () => bomb()],
  ['spaces before a PDF', 'contact', (size) => Buffer.concat([Buffer.alloc(4_000, 32), pdf(size - 4_000)])],
];

function repeated(head: Buffer, unit: Buffer, size: number, tail: Buffer = Buffer.alloc(0)): Buffer {
  const count = Math.max(1, Math.floor((size - head.length - tail.length) / unit.length));
  return Buffer.concat([head, Buffer.alloc(count * unit.length, unit), tail]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function pngOf(type: string, length: number): (size: number) => Buffer {
  const head = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  ]);
  const data =
    type === 'iTXt'
      ? Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'.padEnd(length, 'x'), 'latin1')
      : Buffer.alloc(length, 65);
  return (size) => repeated(head, chunk(type, data), size, chunk('IEND', Buffer.alloc(0)));
}

function jpegOf(data: Buffer): (size: number) => Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), length, data]);
  return (size) => repeated(Buffer.from([0xff, 0xd8]), segment, size, Buffer.from([0xff, 0xd9]));
}

/** Returns a directory of 5,000 entries, each pointing to a GPS directory at the same offset. */
function loopingExif(): Buffer {
  const entries = 5_000;
  const head = Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1');
  const count = Buffer.alloc(2);
  count.writeUInt16LE(entries);
  const entry = Buffer.from('2588040001000000080000', 'hex');
  return Buffer.concat([head, count, Buffer.alloc(entries * 12, Buffer.concat([entry, Buffer.alloc(1)]))]);
}

function gifOf(): (size: number) => Buffer {
  const head = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
  return (size) =>
    repeated(head, Buffer.from('21fe01410021ff0b4d4554414d4554414d455400', 'hex'), size, Buffer.from(';'));
}

function tiffOf(): (size: number) => Buffer {
  const head = Buffer.from('49492a0008000000ffff', 'hex');
  return (size) => repeated(head, Buffer.from('258804000100000008000000', 'hex'), size);
}

/** @param boxSize size of each box (bytes); 0 nests the boxes */
function boxes(brand: string, size: number, boxSize: number): Buffer {
  const head = Buffer.concat([
    Buffer.from('00000018', 'hex'),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1'),
  ]);
  if (boxSize > 0) return repeated(head, Buffer.concat([Buffer.from('00000008', 'hex'), Buffer.from('meta')]), size);
  const nested = Buffer.alloc(size - head.length);
  for (let at = 0; at + 12 <= nested.length; at += 12) {
    nested.writeUInt32BE(nested.length - at, at);
    nested.write('meta', at + 4, 'latin1');
  }
  return Buffer.concat([head, nested]);
}

function webpOf(): (size: number) => Buffer {
  const unit = Buffer.from('EXIF\0\0\0\0', 'latin1');
  return (size) => {
    const file = repeated(Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0\0\0\0\0\0\0', 'latin1'), unit, size);
    file.writeUInt32LE(file.length - 8, 4);
    return file;
  };
}

function archiveOf(size: number): Buffer {
  const parts: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8('<w/>'),
  };
  for (let part = 0; part < Math.min(1_990, size / 500); part += 1)
    parts[`word/${String(part).padStart(200, 'x')}`] = strToU8('');
  return Buffer.from(zipSync(parts));
}

/** Returns an archive that claims to have the maximum number of entries, but has none. */
function archiveWithFalseEntryCount(size: number): Buffer {
  const end = Buffer.from('504b0506000000007cff7cff0000010000000000'.padEnd(44, '0'), 'hex');
  return Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(size - 26, 'PK\x01\x02', 'latin1'), end]);
}

function bomb(): Buffer {
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': new Uint8Array(190 * 1024 * 1024),
    }),
  );
}
