import { Readable } from 'node:stream';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { contactFileLimits, evacuationFileLimits } from '#app/uploads/limits.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { dicom, discArchive, jpeg, pdf, png } from '../medical-files.ts';
import { type Content, type ContentReader, largestContent, once, type OpenReader } from './content-reader.ts';
import { wordContents } from './word-files.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A file that begins with a repeated piece, by whose beginning its type is detected. */
function beginning(piece: Buffer, head: Buffer = Buffer.alloc(0)): Content[1] {
  return (size) => Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), piece)]);
}

const compressedBomb = once(() => gzipSync(Buffer.alloc(50_000_000), { level: 1 }));

/** Beginnings that make the detection of types read on and on. */
const beginnings: readonly Content[] = [
  ['a PDF', (size) => pdf(size)],
  ['spaces before a PDF', (size) => Buffer.concat([Buffer.alloc(4_000, 32), pdf(size - 4_000)])],
  ['only spaces', beginning(latin1(' '))],
  ['a JPEG', beginning(Buffer.alloc(1), jpeg)],
  ['a PNG of empty chunks', beginning(latin1('\0\0\0\0tEXt\0\0\0\0'), png.subarray(0, 33))],
  ['tags before the content', beginning(latin1('ID3\x04\0\0\0\0\0\0'))],
  [
    'an archive of empty parts',
    beginning(latin1('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0a')),
  ],
  ['an archive whose first part is a bomb', beginning(Buffer.alloc(1), archiveBomb())],
  ['a compressed bomb', compressedBomb],
  ['nested elements of Matroska', beginning(Buffer.from('1a45dfa301ffffffffffffff', 'hex'))],
  [
    'a TIFF of one endless directory',
    beginning(Buffer.from('258804000100000008000000', 'hex'), Buffer.from('49492a0008000000ffff', 'hex')),
  ],
  ['an ASF of empty objects', beginning(Buffer.from('3026b2758e66cf11a6d900aa0062ce6c1800000000000000', 'hex'))],
  ['boxes of a video', beginning(latin1('\0\0\0\x08ftyp'))],
  ['brands of a HEIF', beginning(latin1('isom'), latin1('\x7f\xff\xff\xffftypisom'))],
  ['DICOM elements without a value', beginning(Buffer.from('0800050043530000', 'hex'))],
  ['tags that never end', beginning(latin1('<a'))],
  ['many headers of a PDF after other bytes', beginning(latin1(' %PDF-'), latin1('x'))],
  ['audio frames', beginning(Buffer.from('fffb9064', 'hex'))],
  ['text', beginning(latin1('<?xml version="1.0"?><svg '))],
  ['zeros', beginning(Buffer.alloc(1))],
];

/** Returns the first part of an archive: 3 kB that unpack to 3 MB. */
function archiveBomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(3_000_000), { level: 9 });
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04\x14\0\0\0\x08\0', 'latin1');
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(3_000_000, 22);
  const name = latin1('[Content_Types].xml');
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packed]);
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** A store that keeps nothing: it returns the content that is being received. */
function storeOf(content: Buffer): FileStore {
  const done = () => Promise.resolve();
  return {
    create: () => Promise.resolve({ key: 'x', write: done, commit: done, discard: done }),
    remove: done,
    open: () => Readable.from(chunksOf(content)),
  } as unknown as FileStore;
}

async function openForm(types: 'medical' | 'letter'): Promise<OpenReader> {
  const { storeFiles } = await import('#app/uploads/receive/store-files.server.ts');
  const { fileRules } = await import('#app/uploads/receive/file-rules.server.ts');
  return {
    async read(content) {
      const data = Readable.from(chunksOf(content));
      await storeFiles(storeOf(content), fileRules[types]).receive({ field: 'file', filename: 'a', data });
    },
  };
}

async function openUploads(): Promise<OpenReader> {
  const { storeUploadedFile } = await import('#app/uploads/receive/store-uploaded-file.server.ts');
  const { uploadRules } = await import('#app/uploads/receive/file-rules.server.ts');
  const { headLength } = await import('#app/uploads/receive/file-type.server.ts');
  return {
    async read(content) {
      const upload = {
        readHead: () => Promise.resolve(content.subarray(0, headLength)),
        addTo: () => Promise.resolve({ storageKey: 'x', sha256: '' }),
      };
      await storeUploadedFile(upload, { name: 'a', size: content.length }, uploadRules.medical, storeOf(content));
    },
  };
}

async function openCompanyPictures(): Promise<OpenReader> {
  const { checkPicture } = await import('#app/company-store/fact-pictures.server.ts');
  return { read: (content) => checkPicture(content, 'a') };
}

const receive = (name: string) => `uploads/receive/${name}.server.ts`;
const signatures = (...names: string[]) => names.map((name) => `uploads/signatures/${name}.ts`);

export const fileReaders: readonly ContentReader[] = [
  {
    name: 'medical files',
    sources: [
      ...['store-files', 'file-type', 'file-rules', 'rejection'].map(receive),
      ...signatures('bytes', 'common-picture', 'picture', 'pdf'),
    ],
    maxBytes: evacuationFileLimits.maxBytes,
    form: 'evacuation',
    contents: beginnings,
    open: () => openForm('medical'),
  },
  {
    name: 'discs',
    sources: [receive('store-uploaded-file'), receive('disc-type'), ...signatures('zip', 'dicom')],
    maxBytes: largestContent,
    contents: [
      ['an archive', (size) => discArchive(size)],
      [
        'an archive with a long name',
        beginning(Buffer.alloc(1, 'a'), latin1('PK\x03\x04'.padEnd(26, '\0') + '\xff\xff\0\0')),
      ],
      ['a DICOM file', (size) => dicom(size)],
      ...beginnings,
    ],
    open: openUploads,
  },
  {
    name: 'Word files',
    sources: ['docx', 'word/archive', 'word/xml-reader'].map(receive),
    maxBytes: contactFileLimits.maxBytes,
    form: 'contact',
    contents: wordContents,
    open: () => openForm('letter'),
  },
];

/** @param pictures contents of pictures that the company's pages can show */
export function companyPictureReader(pictures: readonly Content[]): ContentReader {
  return {
    name: 'company pictures',
    sources: ['company-store/fact-pictures.server.ts', 'company-store/stored-pictures.server.ts'],
    maxBytes: 500_000,
    contents: [...beginnings, ...pictures],
    open: openCompanyPictures,
  };
}
