import { latin1 } from './bytes.ts';

/**
 * The header of an archive's first file, which may come after the mark that an archive was meant to be split and was not
 * (PKWARE APPNOTE 6.3.10, sections 4.3.7 and 8.5.4). Parts of a split archive begin with another mark.
 */
const firstHeader = /^(?:PK00)?PK\x03\x04/;

/** Offset of the length of the first file's name, and of the name itself, in bytes. */
const nameLengthOffset = 26;
const nameOffset = 30;

/**
 * Names of the first file in archives that are documents or programs: Office Open XML, OpenDocument and e-books, Java
 * and Android. Somebody who sends one has chosen the wrong file and should be told. This is not a security measure: an
 * archive may contain anything.
 */
const otherFormats = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetype|META-INF\/)/;

/** Returns whether bytes begin a ZIP archive with at least one file. */
export function isZip(head: Uint8Array): boolean {
  return firstHeader.test(latin1(head, 0, 8));
}

/**
 * Returns whether bytes begin a ZIP archive that is a folder of files and not a document or program. Archives are never
 * unpacked: only the name of the first file is read.
 */
export function isZipOfFiles(head: Uint8Array): boolean {
  const [header] = firstHeader.exec(latin1(head, 0, 8)) ?? [];
  if (header === undefined) return false;
  const start = header.length - 4;
  if (head.length <= start + nameOffset) return false;
  const length = new DataView(head.buffer, head.byteOffset).getUint16(start + nameLengthOffset, true);
  return !otherFormats.test(latin1(head, start + nameOffset, start + nameOffset + length));
}
