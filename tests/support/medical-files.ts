import { strToU8, zipSync } from 'fflate';

/** Small files whose first bytes match their format. */

const pdfHead = Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1');

/** A PDF of exactly this many bytes, filled so that two with different seeds differ. */
export function pdf(size = 2048, seed = 1): Buffer {
  const file = Buffer.alloc(size, seed % 251);
  pdfHead.copy(file);
  return file;
}

/**
 * The EICAR test file (eicar.org), harmless and detected by every scanner. In two parts, so that scanners do not report
 * this source file.
 */
export const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-' + 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');

/** A PDF of this many bytes that virus scanners report. */
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

/** A Windows program. */
export const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 1)]);

const typesOf = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

/** A document's list of types, with more overrides. */
export function contentTypes(main = `${typesOf}document.main+xml`, more = ''): string {
  return `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${main}"/>${more}</Types>`;
}

const officeParts = {
  '[Content_Types].xml': contentTypes(),
  '_rels/.rels': '<Relationships/>',
  'word/document.xml': '<w:document/>',
};

/** A Word document; `parts` replace or add parts, and null removes one. */
export function docx(parts: Record<string, string | Uint8Array | null> = {}): Buffer {
  const all = Object.entries<string | Uint8Array | null>({ ...officeParts, ...parts });
  const kept = all.flatMap(([name, text]) =>
    text === null ? [] : [[name, typeof text === 'string' ? strToU8(text) : text] as const],
  );
  return Buffer.from(zipSync(Object.fromEntries(kept)));
}
