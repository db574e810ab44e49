import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { type SeededRandom, seededRandom } from '../../app/flights/suppliers/sample/seeded-random.ts';
import { docxType } from '../../app/uploads/receive/docx-type.ts';
import { pdf } from './medical-files.ts';
import {
  contentTypesPart,
  external,
  paragraph,
  relationship,
  relationshipsPart,
  strict,
  wordArchive,
  wordDocument,
  wordPart,
} from './word-document.ts';

/**
 * Files as scanners, fax servers, phones, hospitals and archives write them, generated anew for each number: the kinds that
 * were refused because their first bytes did not say enough.
 */
export interface FileKind {
  kind: string;
  /** The media type with which it is stored. */
  type: string;
  /** Where it is accepted: `medical` and `letter` in a form and by separate upload, `disc` by separate upload only. */
  accepted: 'medical' | 'letter' | 'medical and letter' | 'disc';
  extension: string;
  generate: (number: number) => Buffer;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

function bytesOf(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(0, 255)));
}

/** Writes numbers of 2 and 4 bytes in one byte order. */
function writer(isLittleEndian: boolean) {
  const number = (value: number, size: 2 | 4) => {
    const bytes = Buffer.alloc(size);
    if (isLittleEndian) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  return { short: (value: number) => number(value, 2), long: (value: number) => number(value, 4) };
}

/** A TIFF of one to five pages, each of whose directories follows its picture. */
function scannedTiff(number: number): Buffer {
  const random = seededRandom(number);
  const isLittleEndian = number % 2 === 0;
  const { short, long } = writer(isLittleEndian);
  const parts: Buffer[] = [latin1(isLittleEndian ? 'II*\0' : 'MM\0*')];
  let at = 8;
  for (let page = 0; page < random.integer(1, 5); page += 1) {
    const picture = bytesOf(random, 2 * random.integer(1, 8_000));
    const tags = [0xfe, 0x100, 0x101, 0x102, 0x103, 0x106, 0x111, 0x115, 0x116, 0x117, 0x11a, 0x11b, 0x128, 0x131];
    const entries = tags.slice(0, random.integer(10, tags.length));
    const directory = [
      short(entries.length),
      ...entries.map((tag) => Buffer.concat([short(tag), short(4), long(1), long(tag === 0x111 ? at : 8)])),
    ];
    // Each offset points to the next directory, which follows the next picture.
    parts.push(long(at + picture.length), picture, ...directory);
    at += picture.length + 2 + entries.length * 12 + 4;
  }
  return Buffer.concat([...parts, long(0)]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + Buffer.concat(content).length);
  return Buffer.concat([size, latin1(type), ...content]);
}

const mainBrands = [
  'hevc',
  'hevx',
  'heim',
  'heis',
  'hevm',
  'hevs',
  'msf1',
  'mif2',
  'miaf',
  'MiHE',
  'unif',
  'avci',
  'avcs',
];

/** A HEIF whose main brand is one of the rarer ones, with a random selection of the usual ones behind it. */
function heif(number: number): Buffer {
  const random = seededRandom(number);
  const main = mainBrands[number % mainBrands.length] ?? '';
  const others = ['mif1', 'heic', 'miaf', 'iso8'].filter((brand) => brand === 'mif1' || random.chance(0.5));
  const brands = latin1([main, ...others].join(''));
  return Buffer.concat([
    box('ftyp', latin1(main), Buffer.alloc(4), brands),
    box('meta', Buffer.alloc(random.integer(20, 3_000))),
    box('mdat', bytesOf(random, random.integer(100, 9_000))),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(Buffer.concat([latin1(type), data])));
  return Buffer.concat([length, latin1(type), data, checksum]);
}

/** An animated PNG, whose animation may come after a long colour profile. */
function animatedPng(number: number): Buffer {
  const random = seededRandom(number);
  const [width, height] = [random.integer(1, 40), random.integer(1, 40)];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const frames = random.integer(1, 9);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(width, 4);
  frame.writeUInt32BE(height, 8);
  const pixels = deflateSync(bytesOf(random, height * (1 + 3 * width)));
  return Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    ...(random.chance(0.3) ? [chunk('iCCP', Buffer.alloc(random.integer(100, 9_000), 1))] : []),
    chunk('acTL', control),
    chunk('fcTL', frame),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const textsBeforePdf = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n',
  '\x1b%-12345X@PJL JOB\r\n@PJL SET COPIES=1\r\n@PJL ENTER LANGUAGE=PDF\r\n',
  'Content-Type: application/pdf\r\nContent-Transfer-Encoding: binary\r\n\r\n',
  '\n<1234567890>\n',
  ...['BM Krankenhaus, Befund\r\n', 'PKV, Abrechnung\r\n'],
];

/** What stands before a PDF, of exactly this many bytes. */
function prefix(length: number): Buffer {
  const random = seededRandom(length);
  const text = textsBeforePdf[length % (textsBeforePdf.length + 3)];
  if (text !== undefined) return Buffer.alloc(length, latin1(text));
  return random.chance(0.5) ? Buffer.alloc(length) : bytesOf(random, length);
}

/** The greatest number of bytes that may stand before a PDF. */
export const maxBytesBeforePdf = 1024;

/** A PDF after this many other bytes. */
export const pdfAfter = (length: number) => Buffer.concat([prefix(length), pdf(300 + (length % 700), length)]);

const letterBody = (number: number) => `<w:body>${paragraph(`Report ${number}`).repeat(1 + (number % 40))}</w:body>`;

/** A document whose main part has any name and folder, is named in any case, and is found by its relationship. */
function wordOnline(number: number): Buffer {
  const random = seededRandom(number);
  const folder = random.pick(['word', 'Word', 'content', 'WORD/parts']);
  const main = `${folder}/${random.pick(['document', 'Document', 'main', 'letter'])}${random.integer(2, 99)}.xml`;
  const anyCase = (name: string) => (random.chance(0.3) ? name.toUpperCase() : name);
  const type = random.chance(0.3) ? `${strict}/officeDocument` : 'officeDocument';
  const target = random.chance(0.5) ? `/${anyCase(main)}` : anyCase(main);
  const comment = random.chance(0.5) ? '<!-- by a program > "x" <Override -->' : '';
  const parts = {
    [anyCase('[Content_Types].xml')]: contentTypesPart('', `/${anyCase(main)}`).replace('<Types', `${comment}<Types`),
    [anyCase('_rels/.rels')]: relationshipsPart(comment + relationship(type, target)),
    [main]: wordPart('document', letterBody(number)),
  };
  const names = Object.keys(parts);
  // Some programs write the list of content types last.
  const order = random.chance(0.5) ? names : names.reverse();
  return wordArchive(Object.fromEntries(order.map((name) => [name, parts[name] ?? ''])));
}

const templates = [
  ...['file:///G:\\Vorlagen\\Arztbrief.dotx', 'file:///C:/Program%20Files/Arzt/Brief.dotm', 'C:\\Vorlagen\\Brief.dot'],
  ...['file:///Users/arzt/Library/Normal.dotm', 'FILE:///D:\\a b\\ü.dotx', 'file://localhost/C:/Vorlagen/a.dotx'],
];

/** A letter that was made from a template on a drive of a hospital. */
function letterFromTemplate(number: number): Buffer {
  const random = seededRandom(number);
  const target = templates[number % templates.length]?.replace('Brief', `Brief${random.integer(1, 99)}`) ?? '';
  return wordDocument({
    relationships: relationship('settings', 'settings.xml'),
    parts: {
      'word/document.xml': wordPart('document', letterBody(number)),
      'word/settings.xml': wordPart('settings', '<w:attachedTemplate r:id="rId1"/>'),
      'word/_rels/settings.xml.rels': relationshipsPart(relationship('attachedTemplate', target, external)),
    },
  });
}

const dataSetElements: readonly [group: number, element: number, vr: string, value: string][] = [
  [8, 0x05, 'CS', 'ISO_IR 100'],
  [8, 0x08, 'CS', 'ORIGINAL\\PRIMARY'],
  [8, 0x12, 'DA', '20270301'],
  [8, 0x16, 'UI', '1.2.840.10008.5.1.4.1.1.4\0'],
  [8, 0x18, 'UI', '1.2.840.113619.2.55.3\0'],
  [8, 0x60, 'CS', 'MR'],
  [0x10, 0x10, 'PN', 'Invented^Patient'],
  [0x28, 0x10, 'US', '\0\x02'],
];

/** A DICOM data set without preamble, in one of the three ways in which it may be written, with or without meta information. */
function dataSet(number: number): Buffer {
  const random = seededRandom(number);
  const encoding = random.pick(['explicit', 'implicit', 'big-endian']);
  const hasMeta = encoding === 'explicit' && random.chance(0.4);
  const { short, long } = writer(encoding !== 'big-endian');
  const element = (group: number, id: number, vr: string, value: Buffer) => {
    const tag = [short(group), short(id)];
    if (encoding === 'implicit') return Buffer.concat([...tag, long(value.length), value]);
    const isLong = vr === 'OW';
    return Buffer.concat([...tag, latin1(isLong ? `${vr}\0\0` : vr), (isLong ? long : short)(value.length), value]);
  };
  const first = random.integer(0, 4);
  return Buffer.concat([
    ...(hasMeta ? [latin1(random.chance(0.5) ? 'DICM' : ''), element(2, 0, 'UL', long(26))] : []),
    ...(hasMeta ? [element(2, 0x10, 'UI', latin1('1.2.840.10008.1.2.1\0'))] : []),
    ...dataSetElements.slice(first).map(([group, id, vr, value]) => element(group, id, vr, latin1(value))),
    element(0x7fe0, 0x10, 'OW', bytesOf(random, 2 * random.integer(50, 5_000))),
  ]);
}

/** A ZIP archive of a disc that was to be split, and fitted into one part. */
function unsplitArchive(number: number): Buffer {
  const random = seededRandom(number);
  const names = Array.from({ length: random.integer(1, 6) }, (_, index) =>
    random.pick([`DICOM/IM${index}`, `أشعة/${index}.dcm`, `S${index}/I0000001`]),
  );
  const files = Object.fromEntries(names.map((name) => [name, bytesOf(random, random.integer(1, 3_000))]));
  return Buffer.concat([latin1('PK00'), zipSync(files, { level: random.pick([0, 6]) })]);
}

export const fileKinds: readonly FileKind[] = [
  { kind: 'TIFF of a scanner', type: 'image/tiff', accepted: 'medical', extension: 'tif', generate: scannedTiff },
  {
    kind: 'HEIF of another brand',
    type: 'image/heic or image/heif',
    accepted: 'medical',
    extension: 'heic',
    generate: heif,
  },
  { kind: 'animated PNG', type: 'image/png', accepted: 'medical', extension: 'png', generate: animatedPng },
  {
    kind: 'PDF after other bytes',
    type: 'application/pdf',
    accepted: 'medical and letter',
    extension: 'pdf',
    generate: (number) => pdfAfter(1 + ((number * 37) % maxBytesBeforePdf)),
  },
  { kind: 'document of Word Online', type: docxType, accepted: 'letter', extension: 'docx', generate: wordOnline },
  {
    kind: 'letter from a local template',
    type: docxType,
    accepted: 'letter',
    extension: 'docx',
    generate: letterFromTemplate,
  },
  {
    kind: 'DICOM without preamble',
    type: 'application/dicom',
    accepted: 'disc',
    extension: 'dcm',
    generate: dataSet,
  },
  {
    kind: 'ZIP with the mark of a split one',
    type: 'application/zip',
    accepted: 'disc',
    extension: 'zip',
    generate: unsplitArchive,
  },
];
