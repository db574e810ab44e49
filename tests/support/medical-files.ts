import { strToU8, zipSync } from 'fflate';

/** Small files whose first bytes match their format. */

const pdfHead = Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1');

/** Returns a PDF of exactly this many bytes; different seeds give different contents. */
export function pdf(size = 2048, seed = 1): Buffer {
  const file = Buffer.alloc(size, seed % 251);
  pdfHead.copy(file);
  return file;
}

/**
 * The EICAR test file (eicar.org), which is harmless and detected by every scanner. It is written in two parts to keep
 * scanners from reporting this source file.
 */
export const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-' + 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');

/** Returns a PDF of this many bytes that virus scanners report. */
export function infectedPdf(size = 2048, seed = 1): Buffer {
  const file = pdf(size, seed);
  eicar.copy(file, file.length - eicar.length - 100);
  return file;
}

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'),
  Buffer.alloc(200, 7),
  Buffer.from([0xff, 0xd9]),
]);

export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** A Windows executable. */
export const executable = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 1)]);

const wordTypePrefix = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

/** Builds the list of a document's content types, with additional overrides. */
export function contentTypes(main = `${wordTypePrefix}document.main+xml`, more = ''): string {
  return `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${main}"/>${more}</Types>`;
}

/** Builds the relationships of a package, which name its main part. */
function packageRelationships(): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return `<Relationships><Relationship Id="r1" Type="${type}" Target="word/document.xml"/></Relationships>`;
}

const officeParts = {
  '[Content_Types].xml': contentTypes(),
  '_rels/.rels': packageRelationships(),
  'word/document.xml': '<w:document/>',
};

/** Builds a Word document. @param parts the parts to add or replace; null removes a part */
export function docx(parts: Record<string, string | Uint8Array | null> = {}): Buffer {
  const all = Object.entries<string | Uint8Array | null>({ ...officeParts, ...parts });
  const entries = all.flatMap(([name, text]) =>
    text === null ? [] : [[name, typeof text === 'string' ? strToU8(text) : text] as const],
  );
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/**
 * Returns an archive of exactly this many bytes with one uncompressed file, such as the study on a radiologist's disc;
 * different seeds give different contents. Its checksum is wrong, because nothing unpacks it.
 */
export function discArchive(size: number, seed = 1): Buffer {
  const archive = Buffer.alloc(size, seed % 251);
  const name = 'DICOM/IM000001';
  archive.fill(0, 0, 30);
  archive.write('PK\x03\x04\x0a', 'latin1');
  archive.writeUInt16LE(name.length, 26);
  archive.write(name, 30, 'latin1');
  return archive;
}

/** Returns a DICOM file of this many bytes. */
export function dicom(size = 2048): Buffer {
  const file = Buffer.alloc(size, 3);
  file.write('DICM', 128, 'latin1');
  return file;
}
