import { describe, expect, test } from 'vitest';
import { executable, jpeg, pdf, png, svg } from '#tests/support/medical-files.ts';
import { headLength, medicalFileType } from './file-type.server.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The `ftyp` box of an ISO media file: major brand, then the compatible brands. */
function isoMedia(...brands: string[]): Buffer {
  const box = latin1(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.join('')}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(64)]);
}

/** A TIFF directory with one entry (image width), in either byte order. */
function tiff(order: 'II*\0' | 'MM\0*'): Buffer {
  const file = Buffer.alloc(64);
  file.write(order, 'latin1');
  const writeShort = (value: number, at: number) =>
    order.startsWith('II') ? file.writeUInt16LE(value, at) : file.writeUInt16BE(value, at);
  if (order.startsWith('II')) file.writeUInt32LE(8, 4);
  else file.writeUInt32BE(8, 4);
  writeShort(1, 8);
  writeShort(0x0100, 10);
  writeShort(3, 12);
  return file;
}

/** A PNG whose colour profile extends beyond the inspected start of the file. */
function pngWithLongProfile(): Buffer {
  const header = png.subarray(0, 33);
  const chunk = Buffer.concat([Buffer.alloc(4), latin1('iCCP'), Buffer.alloc(9000, 1)]);
  chunk.writeUInt32BE(9000 - 4);
  return Buffer.concat([header, chunk]).subarray(0, headLength);
}

describe('accepts a raster picture or a PDF by its first bytes', () => {
  test.each<[string, Buffer, string]>([
    ['JPEG', jpeg, 'image/jpeg'],
    [
      'JPEG from a camera',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 24]), latin1('Exif\0\0')]),
      'image/jpeg',
    ],
    ['PNG', png, 'image/png'],
    ['PNG with a long colour profile', pngWithLongProfile(), 'image/png'],
    ['WebP', latin1('RIFF\x40\0\0\0WEBPVP8 \0\0\0\0'), 'image/webp'],
    ['GIF', latin1('GIF89a\x01\0\x01\0\0\0\0'), 'image/gif'],
    ['HEIC', isoMedia('heic', 'mif1'), 'image/heic'],
    ['HEIF', isoMedia('mif1', 'heic'), 'image/heif'],
    ['AVIF', isoMedia('avif', 'mif1'), 'image/avif'],
    ['TIFF, little-endian', tiff('II*\0'), 'image/tiff'],
    ['TIFF, big-endian', tiff('MM\0*'), 'image/tiff'],
    ['BMP', Buffer.concat([latin1('BM'), Buffer.alloc(60)]), 'image/bmp'],
    ['PDF', pdf(300), 'application/pdf'],
    ['PDF after a byte order mark', Buffer.concat([latin1('\xEF\xBB\xBF'), pdf(300)]), 'application/pdf'],
    ['PDF after line breaks', Buffer.concat([latin1('\r\n\n \t'), pdf(300)]), 'application/pdf'],
    [
      'PDF after a byte order mark and a line break',
      Buffer.concat([latin1('\xEF\xBB\xBF\n'), pdf(300)]),
      'application/pdf',
    ],
  ])('%s', async (_, head, type) => {
    expect(await medicalFileType(head)).toBe(type);
  });
});

describe('rejects everything else', () => {
  test.each<[string, Buffer]>([
    ['SVG', svg],
    ['SVG with an XML declaration', Buffer.concat([latin1('<?xml version="1.0"?>\n'), svg])],
    ['a Windows program', executable],
    ['a Linux program', Buffer.concat([latin1('\x7FELF\x02\x01\x01'), Buffer.alloc(64)])],
    ['HTML', latin1('<!doctype html><script>alert(1)</script>')],
    ['HTML that mentions a PDF', latin1('<p>%PDF-1.7</p>')],
    ['ZIP, including DOCX', Buffer.concat([latin1('PK\x03\x04\x14\0\0\0\x08\0'), Buffer.alloc(20), latin1('word/')])],
    ['MP4 video', isoMedia('isom', 'mp42')],
    ['WAV, a RIFF file like WebP', latin1('RIFF\x40\0\0\0WAVEfmt \0\0\0\0')],
    ['text', latin1('Dear doctor, the patient …')],
    ['half a signature', latin1('%PD')],
    ['whitespace only', latin1('\r\n \t\r\n')],
    ['an empty file', Buffer.alloc(0)],
  ])('%s', async (_, head) => {
    expect(await medicalFileType(head)).toBeUndefined();
  });
});
