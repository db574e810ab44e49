import { strToU8, unzipSync, zipSync } from 'fflate';
import { contentTypes, docx } from '../medical-files.ts';
import { scaleForSoak } from '../scale-for-soak.ts';
import { type Content, noise, once, piecesInDisorder } from './content-reader.ts';

/** Size of a part that the repeated pieces fill (bytes): packed, a hundredth of it or less. */
const partSize = 900_000;
const seeds = Array.from({ length: scaleForSoak(1, 60) }, (_, index) => index);

const relationships = (filling: Buffer) =>
  docx({ 'word/_rels/document.xml.rels': Buffer.concat([Buffer.from('<Relationships>'), filling]) });
const typesOf = (filling: Buffer) =>
  docx({ '[Content_Types].xml': Buffer.concat([Buffer.from(contentTypes()), filling]) });
const bodyOf = (filling: Buffer) =>
  docx({ 'word/document.xml': Buffer.concat([Buffer.from('<w:document>'), filling]) });

/** Repeats a piece in a part. The file is small: its work must depend on what the part unpacks to. */
function inPart(frame: (filling: Buffer) => Buffer, piece: string, length = partSize): Content[1] {
  return (size) => frame(Buffer.alloc(Math.min(size, length), piece));
}

const xmlPieces = [
  ...['<', '>', '/', '</', '<!', '<!--', '<?', '<![CDATA[', '"', "'", '=', ' ', '&', '&amp;', '&#', '&#x41;', ':', 'a'],
  ...[
    '<Relationship ',
    '<Relationship Id="a" Type="',
    ' Target="',
    ' TargetMode="External"',
    '<w:p>',
    '<w:instrText>',
    'DDE ',
  ],
];

/** Small files that unpack to far more than a reader may hold in memory; in a soak, to almost the limit for archives. */
const bomb = once(() => docx({ 'word/document.xml': new Uint8Array(scaleForSoak(100, 190) * 1024 * 1024) }));
const bombs = once(() => partsOf(scaleForSoak(80, 150), 1_000_000));

export const wordContents: readonly Content[] = [
  ['a letter with a picture', letter],
  ['relationships that do not end', inPart(relationships, '<Relationship ')],
  ['attributes that do not end', inPart(relationships, '<Relationship Type="a" Type=')],
  ['blanks in a relationship', inPart(relationships, '<Relationship \t ')],
  ['blanks before a value', inPart(typesOf, ' ContentType ')],
  ['character references', inPart(typesOf, '<Override ContentType="&#x41;&#65;"/>')],
  ['nested elements', inPart(relationships, '<a>')],
  ['a million nested elements in the text', inPart(bodyOf, '<w:p>', 4_000_000)],
  ['a long text', inPart(bodyOf, 'ب', 8_000_000)],
  ['a long field code', inPart(bodyOf, '<w:r><w:instrText>D</w:instrText></w:r>', 8_000_000)],
  ['a bomb', bomb],
  ['bombs of relationships', bombs],
  ['thousands of parts', (size) => partsOf(Math.min(1_990, size / 300), 10)],
  ['thousands of parts with long names', archiveOf],
  ['an archive that claims to have many parts', archiveWithFalseEntryCount],
  ...piecesInDisorder(xmlPieces, seeds, (filling) => relationships(filling.subarray(0, partSize))),
  ...piecesInDisorder(xmlPieces, seeds, (filling) => bodyOf(filling.subarray(0, 9_000_000))),
];

/** Returns a document with a picture, which hardly compresses. */
function letter(size: number): Buffer {
  return Buffer.from(zipSync({ ...unzipSync(docx()), 'word/media/image1.jpeg': noise(size - 2_000) }, { level: 0 }));
}

/** Returns a document with relationships of as many parts, each of which unpacks to a given size (bytes). */
function partsOf(count: number, size: number): Buffer {
  const parts: Record<string, Uint8Array> = {};
  const filling = Buffer.alloc(size, '<Relationship Id="a" Type="b" Target="c"/>');
  for (let part = 0; part < count; part += 1) parts[`word/_rels/${part}.xml.rels`] = filling;
  return docx(parts);
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
