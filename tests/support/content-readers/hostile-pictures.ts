import { crc32 } from 'node:zlib';
import type { Content } from './content-reader.ts';

/** Pictures of many small parts, by format: each is valid, or nearly so. */
export const hostilePictures = {
  jpeg: [
    ['empty segments', jpegOf(Buffer.alloc(0))],
    ['Exif segments with an offset outside', jpegOf(Buffer.from('Exif\0\0II*\0\x08\0\0\0\xff\xff', 'latin1'))],
    ['XMP segments', jpegOf(Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude=', 'latin1'))],
    [
      'large XMP segments',
      jpegOf(Buffer.from(`http://ns.adobe.com/xap/1.0/\0${'exif:GPSLatitude = '.repeat(3_400)}`, 'latin1')),
    ],
    ['Exif directories that contain themselves', jpegOf(loopingExif())],
  ],
  png: [
    ['empty text chunks', pngOf('tEXt', 0)],
    ['one large text chunk', (size) => pngOf('tEXt', size - 100)(size)],
    ['empty Exif chunks', pngOf('eXIf', 8)],
    ['compressed text chunks', pngOf('iTXt', 40)],
  ],
  gif: [['empty blocks', gifOf()]],
  tiff: [['a long directory', tiffOf()]],
  heif: [
    ['empty boxes', (size) => boxes('heic', size, 8)],
    ['nested boxes', (size) => boxes('avif', size, 0)],
    ['an item of many extents', (size) => itemOf(1, Math.floor(size / 158))],
    ['many items', (size) => itemOf(Math.floor(size / 178), 1)],
  ],
  webp: [['empty chunks', webpOf()]],
} as const satisfies Record<string, readonly Content[]>;

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

/**
 * Returns an HEIF file of items, all with the same id, each in the same number of extents of 150 bytes that follow one
 * another.
 */
function itemOf(items: number, extents: number): Buffer {
  const extentLength = 150;
  const box = (type: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const count = Math.min(items, 0xffff);
  const rows = Buffer.alloc(count * (6 + Math.min(extents, 0xffff) * 8));
  let at = 0;
  for (let item = 0; item < count; item += 1) {
    rows.writeUInt16BE(1, at);
    rows.writeUInt16BE(Math.min(extents, 0xffff), at + 4);
    at += 6;
    for (let extent = 0; extent < Math.min(extents, 0xffff); extent += 1) {
      rows.writeUInt32BE((item + extent) * extentLength, at);
      rows.writeUInt32BE(extentLength, at + 4);
      at += 8;
    }
  }
  const counted = Buffer.alloc(2);
  counted.writeUInt16BE(count);
  const information = box(
    'iinf',
    Buffer.from('000000000001', 'hex'),
    box('infe', Buffer.from('020000000001000045786966', 'hex')),
  );
  const locations = box('iloc', Buffer.from('000000004400', 'hex'), counted, rows);
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const data = Buffer.alloc(count * Math.min(extents, 0xffff) * extentLength, 'II*\0\x08\0\0\0');
  return Buffer.concat([type, box('meta', Buffer.alloc(4), information, locations), box('mdat', data)]);
}
