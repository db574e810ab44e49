import { latin1 } from './bytes.ts';

/** DICOM files have a preamble of 128 bytes before their signature (DICOM PS3.10, section 7.1). */
const signature = 'DICM';
const preambleLength = 128;

/** Value representations (DICOM PS3.5, section 6.2). Those in the first pattern have a length of four bytes. */
const longRepresentation = /^(?:O[BDFLVW]|S[QV]|U[CNRTV])$/;
const shortRepresentation = /^(?:A[EST]|CS|D[AST]|F[DL]|IS|L[OT]|PN|S[HLST]|TM|U[ILS])$/;

/** The length of a value that ends with a mark instead. */
const undefinedLength = 0xffffffff;

/**
 * Returns whether bytes begin a DICOM file. Scanners and old archives write data sets without preamble; some without the
 * file's meta information, too.
 */
export function isDicom(head: Uint8Array): boolean {
  if (latin1(head, preambleLength, preambleLength + signature.length) === signature) return true;
  const start = latin1(head, 0, signature.length) === signature ? signature.length : 0;
  const data = new DataView(head.buffer, head.byteOffset + start, head.length - start);
  // Explicit representations are evidence of their own; lengths alone could fit by chance.
  return (
    countElements(data, true, 'explicit') >= 2 ||
    countElements(data, true, 'implicit') >= 3 ||
    countElements(data, false, 'explicit') >= 2
  );
}

/**
 * Counts the elements that follow each other from the start, in ascending order of their tags: first of the file's meta
 * information (group 2) or of the identification (group 8).
 * @returns 3 at most
 */
function countElements(data: DataView, isLittleEndian: boolean, representation: 'explicit' | 'implicit'): number {
  let count = 0;
  let lastTag = 0;
  for (let at = 0; count < 3 && at + 12 <= data.byteLength;) {
    const group = data.getUint16(at, isLittleEndian);
    const tag = group * 0x10000 + data.getUint16(at + 2, isLittleEndian);
    if (count === 0 ? group !== 2 && group !== 8 : tag <= lastTag) return 0;
    const header = representation === 'explicit' ? explicitHeader(data, at, isLittleEndian) : implicitHeader(data, at);
    if (!header || (header.length % 2 === 1 && header.length !== undefinedLength)) return 0;
    count += 1;
    lastTag = tag;
    at += header.size + header.length;
  }
  return count;
}

/** Reads an element's header (DICOM PS3.5, section 7.1): its size and that of the value (bytes). */
function explicitHeader(data: DataView, at: number, isLittleEndian: boolean) {
  const name = String.fromCharCode(data.getUint8(at + 4), data.getUint8(at + 5));
  if (shortRepresentation.test(name)) return { size: 8, length: data.getUint16(at + 6, isLittleEndian) };
  return longRepresentation.test(name) ? { size: 12, length: data.getUint32(at + 8, isLittleEndian) } : undefined;
}

const implicitHeader = (data: DataView, at: number) => ({ size: 8, length: data.getUint32(at + 4, true) });
