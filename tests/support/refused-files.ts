import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { type SeededRandom, seededRandom } from '../../app/flights/suppliers/sample/seeded-random.ts';
import type { FileErrorCode } from '../../app/uploads/file-status.ts';
import { dicom, docx, executable, pdf, svg } from './medical-files.ts';

/** Files that a form for medical files refuses, by the message that fits: what the visitor should do differs. */
export interface RefusedKind {
  kind: string;
  name: string;
  /** In a form for medical files, and in a message with letters. */
  error: FileErrorCode;
  letterError?: FileErrorCode | 'accepted';
  generate: (number: number) => Buffer;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A file of random length that begins with a signature. */
const beginning = (signature: string | Buffer) => (number: number) => {
  const random = seededRandom(number);
  return Buffer.concat([Buffer.from(signature as string, 'latin1'), noise(random, random.integer(200, 9_000))]);
};

function noise(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(1, 255)));
}

/** A tape archive whose first file is a PDF, which begins after a header of 512 bytes. */
function tapeOf(content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write('report.pdf');
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('ustar\x0000', 257, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc(1024)]);
}

/** A raw picture of a camera, whose directory has these tags. */
function cameraRaw(tags: number[], mark = ''): Buffer {
  const entries = tags.map((tag) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(tag);
    entry.set([4, 0, 1], 2);
    return entry;
  });
  const head = Buffer.alloc(10 + mark.length);
  head.write(`II*\0${String.fromCharCode(8 + mark.length)}\0\0\0${mark}`, 'latin1');
  head.writeUInt16LE(tags.length, 8 + mark.length);
  return Buffer.concat([head, ...entries, Buffer.alloc(2_000)]);
}

export const refusedKinds: readonly RefusedKind[] = [
  ...(
    [
      ['RAR', 'disc.rar', 'Rar!\x1a\x07\x01\0'],
      ['older RAR', 'disc.rar', 'Rar!\x1a\x07\0'],
      ['7z', 'disc.7z', '7z\xbc\xaf\x27\x1c\0\x04'],
      ['bzip2', 'disc.tar.bz2', 'BZh91AY&SY'],
      ['xz', 'disc.tar.xz', '\xfd7zXZ\0\0\x04'],
      ['part of a split ZIP', 'disc.z01', 'PK\x07\x08PK\x03\x04'],
    ] as const
  ).map(([kind, name, signature]): RefusedKind => ({
    kind,
    name,
    error: 'archive_wrong_type',
    generate: beginning(signature),
  })),
  {
    kind: 'gzip',
    name: 'disc.tgz',
    error: 'archive_wrong_type',
    generate: (number) => gzipSync(noise(seededRandom(number), 3_000)),
  },
  { kind: 'tape', name: 'disc.tar', error: 'archive_wrong_type', generate: (number) => tapeOf(pdf(2_000, number)) },
  {
    kind: 'image of a disc',
    name: 'disc.iso',
    error: 'archive_wrong_type',
    generate: (number) => Buffer.alloc(40_000 + number),
  },
  ...(
    [
      ['JPEG 2000', 'scan.jp2', '\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 \0\0\0\0jp2 '],
      ['JPEG XL', 'scan.jxl', '\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl '],
      ['JPEG-LS', 'scan.jls', '\xff\xd8\xff\xf7\0\x0b\x08'],
      ['Photoshop', 'scan.psd', '8BPS\0\x01\0\0\0\0\0\0\0\x03'],
      ['icon', 'scan.ico', '\0\0\x01\0\x01\0\x10\x10'],
      ['raw picture of Canon', 'scan.cr3', '\0\0\0\x18ftypcrx \0\0\0\x01crx isom'],
    ] as const
  ).map(([kind, name, signature]): RefusedKind => ({
    kind,
    name,
    error: 'picture_wrong_type',
    generate: beginning(signature),
  })),
  {
    kind: 'older raw picture of Canon',
    name: 'scan.cr2',
    error: 'picture_wrong_type',
    generate: () => cameraRaw([0x100, 0x8769], 'CR\x02\0\0\0\0\0'),
  },
  {
    kind: 'raw picture of a phone',
    name: 'scan.dng',
    error: 'picture_wrong_type',
    generate: () => cameraRaw([0xfe, 0x100, 0x101, 0xc612]),
  },
  {
    kind: 'program',
    name: 'viewer.exe',
    error: 'file_wrong_type',
    generate: (number) => Buffer.concat([executable, Buffer.alloc(number)]),
  },
  {
    kind: 'drawing',
    name: 'scan.svg',
    error: 'file_wrong_type',
    generate: (number) => Buffer.concat([svg, latin1(' '.repeat(number))]),
  },
  {
    kind: 'text',
    name: 'letter.txt',
    error: 'file_wrong_type',
    generate: (number) => latin1('Dear doctor, the patient …\r\n'.repeat(1 + number * 40)),
  },
  {
    kind: 'video',
    name: 'gait.mp4',
    error: 'file_wrong_type',
    generate: beginning('\0\0\0\x18ftypmp42\0\0\0\0isommp42'),
  },
  {
    kind: 'unknown file of a disc',
    name: 'INDEX',
    error: 'file_wrong_type',
    generate: (number) => noise(seededRandom(number + 1), 3_000).fill(1, 0, 8),
  },
  {
    kind: 'Word document',
    name: 'letter.docx',
    error: 'file_wrong_type',
    letterError: 'accepted',
    generate: (number) => docx({ 'word/media/image1.png': 'x'.repeat(number * 500) }),
  },
  {
    kind: 'ZIP',
    name: 'disc.zip',
    error: 'disc_in_form',
    letterError: 'archive_wrong_type',
    generate: (number) => Buffer.from(zipSync({ 'DICOM/IM000001': noise(seededRandom(number), 3_000) })),
  },
  {
    kind: 'DICOM',
    name: 'IM000001',
    error: 'disc_in_form',
    letterError: 'file_wrong_type',
    generate: (number) => dicom(2_048 + number),
  },
];

/** Beginnings of files that are not PDFs, although they have one within the first kilobyte. */
const beginningsBeforePdf = {
  'a Windows program': 'MZ\x90\0\x03',
  'a Linux program': '\x7fELF\x02\x01\x01',
  'a script': '#!/bin/sh\n',
  'a page': '<!DOCTYPE html><script>alert(1)</script>',
  'a page after a mark and blanks': '\xef\xbb\xbf\r\n <html><script>alert(1)</script>',
  'a drawing': '<svg xmlns="http://www.w3.org/2000/svg">',
  'a program for Windows in tags': '<HTA:APPLICATION ID="x">',
  'a ZIP archive': 'PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0\x64\0\0\0\x64\0\0\0\x0a\0\0\0report.pdf',
  'a RAR archive': 'Rar!\x1a\x07\x01\0',
  'a 7z archive': '7z\xbc\xaf\x27\x1c\0\x04',
  'an old Word document': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  'Java classes': '\xca\xfe\xba\xbe\0\0\0\x41',
};

/** Files that are not PDFs, although programs could find a PDF in them, by what they are. */
export function filesAroundPdf(number: number): [name: string, bytes: Buffer][] {
  const between = noise(seededRandom(number), (number * 61) % 900).map((byte) => byte & 0x3f);
  return [
    ...Object.entries(beginningsBeforePdf).map(([name, signature]): [string, Buffer] => [
      name,
      Buffer.concat([latin1(signature), between, pdf(300)]),
    ]),
    ['a tape archive', tapeOf(pdf(300 + number))],
  ];
}

/** A DICOM file that holds a PDF, within the first kilobyte. */
export const dicomWithPdf = () => Buffer.concat([dicom(400), pdf(300)]);
