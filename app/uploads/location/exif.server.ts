import { blankXmpLocation } from './xmp.server.ts';

/**
 * Makes the place unreadable in an Exif block, which is a small TIFF file (Exif 2.32, section 4.5; TIFF 6.0, section 2;
 * BigTIFF): every GPS directory keeps GPSVersionID alone, all its other entries and what they point to become
 * zeros. XMP in a TIFF tag is seen to as well. Works in place and never throws: what points outside is not followed.
 * @param block may begin with what containers put before the TIFF header, such as `Exif\0\0`
 */
export function blankExifLocation(block: Buffer): void {
  const tiff = openTiff(block);
  if (tiff) blank(tiff, findLocations(tiff));
}

/** Whether a TIFF header stands at the very beginning. */
export function beginsWithTiff(block: Buffer): boolean {
  return headers.some((header) => block.subarray(0, header.length).equals(header));
}

const headers = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].map((text) => Buffer.from(text, 'latin1'));

/** Writers put up to 10 bytes before the header; maker notes with a header of their own a few more. */
const furthestHeader = 64;

interface Tiff {
  bytes: Buffer;
  /** An unsigned number; undefined outside of the block. */
  number: (at: number, size: number) => number | undefined;
  writeNumber: (value: number, at: number, size: 2 | 4 | 8) => void;
  /** How long the directory's parts are in bytes: 2, 4 and 12 in TIFF, 8, 8 and 20 in BigTIFF. */
  countSize: 2 | 8;
  offsetSize: 4 | 8;
  entrySize: 12 | 20;
  firstDirectory: number;
}

function openTiff(block: Buffer): Tiff | undefined {
  const head = block.subarray(0, furthestHeader);
  const starts = headers.map((header) => head.indexOf(header)).filter((start) => start >= 0);
  if (starts.length === 0) return undefined;
  const bytes = block.subarray(Math.min(...starts));
  const isLittle = bytes[0] === 0x49;
  const isBig = bytes[isLittle ? 2 : 3] === 0x2b;

  function number(at: number, size: number): number | undefined {
    if (at + size > bytes.length) return undefined;
    if (size === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  }
  function writeNumber(value: number, at: number, size: 2 | 4 | 8) {
    if (size === 8) {
      if (isLittle) bytes.writeBigUInt64LE(BigInt(value), at);
      else bytes.writeBigUInt64BE(BigInt(value), at);
    } else if (isLittle) bytes.writeUIntLE(value, at, size);
    else bytes.writeUIntBE(value, at, size);
  }

  const offsetSize = isBig ? 8 : 4;
  const firstDirectory = number(isBig ? 8 : 4, offsetSize);
  if (firstDirectory === undefined) return undefined;
  return {
    bytes,
    number,
    writeNumber,
    countSize: isBig ? 8 : 2,
    offsetSize,
    entrySize: isBig ? 20 : 12,
    firstDirectory,
  };
}

const tags = { version: 0, subDirectories: 0x014a, xmp: 0x02bc, exif: 0x8769, gps: 0x8825, makerNote: 0x927c };

const byteType = 1;
/** Bytes of one value by its type's number (TIFF 6.0, page 15; 13 is IFD, 16 to 18 are BigTIFF's). */
const typeSizes: readonly (number | undefined)[] = [
  ...[undefined, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4],
  ...[undefined, undefined, 8, 8, 8],
];

interface Entry {
  tag: number;
  /** Bytes of one value, and of all. */
  valueSize: number;
  length: number;
  /** Where the values stand, which is in the entry itself when they are short. */
  valueAt: number;
  isInline: boolean;
}

/** Undefined when the entry lies outside, its type is unknown, or its values lie outside. */
function entryAt(tiff: Tiff, at: number): Entry | undefined {
  const { number, offsetSize, bytes } = tiff;
  const tag = number(at, 2);
  const valueSize = typeSizes[number(at + 2, 2) ?? 0];
  const count = number(at + 4, offsetSize);
  const field = at + 4 + offsetSize;
  const pointer = number(field, offsetSize);
  if (tag === undefined || valueSize === undefined || count === undefined || pointer === undefined) return undefined;
  const length = count * valueSize;
  const isInline = length <= offsetSize;
  const valueAt = isInline ? field : pointer;
  return valueAt + length <= bytes.length ? { tag, valueSize, length, valueAt, isInline } : undefined;
}

interface Locations {
  /** Where GPS directories begin. */
  directories: Set<number>;
  /** XMP packets, and maker notes, which may be TIFF files of their own. */
  packets: Buffer[];
  notes: Buffer[];
}

/** Far more than the pages of a long fax; each page has its directory. */
const mostDirectories = 4096;
const mostGpsDirectories = 64;

/** Goes through all directories: the chain, what hangs below, and maker notes that are plain directories. */
function findLocations(tiff: Tiff): Locations {
  const { bytes, number, countSize, offsetSize, entrySize } = tiff;
  const found: Locations = { directories: new Set(), packets: [], notes: [] };
  const directories = new Set([tiff.firstDirectory]);
  // A sound file holds its entries and values once; in a broken one they may lie over each other without end.
  let bytesLeft = 2 * bytes.length;
  const follow = (to: Set<number>, most: number, offset: number) => to.size < most && to.add(offset);

  // A set may grow while it is gone through, and visits nothing twice.
  for (const start of directories) {
    const count = number(start, countSize) ?? 0;
    const first = start + countSize;
    for (let at = first; at < first + count * entrySize; at += entrySize) {
      if (at + entrySize > bytes.length || (bytesLeft -= entrySize) < 0) break;
      const entry = entryAt(tiff, at);
      if (!entry) continue;
      const value = bytes.subarray(entry.valueAt, entry.valueAt + entry.length);
      switch (entry.tag) {
        case tags.gps:
          for (const offset of offsetsOf(tiff, entry)) follow(found.directories, mostGpsDirectories, offset);
          break;
        case tags.exif:
        case tags.subDirectories:
          for (const offset of offsetsOf(tiff, entry)) follow(directories, mostDirectories, offset);
          break;
        case tags.xmp:
          if ((bytesLeft -= value.length) >= 0) found.packets.push(value);
          break;
        case tags.makerNote: {
          if ((bytesLeft -= value.length) >= 0) found.notes.push(value);
          const entries = number(entry.valueAt, countSize) ?? 0;
          const isDirectory = countSize + entries * entrySize <= value.length;
          if (isDirectory) follow(directories, mostDirectories, entry.valueAt);
        }
      }
    }
    const next = number(first + count * entrySize, offsetSize);
    if (next) follow(directories, mostDirectories, next);
  }
  return found;
}

/** More directories than any writer hangs under one tag; a count gone wrong reads no further. */
const mostOffsets = 64;

function offsetsOf(tiff: Tiff, { valueAt, valueSize, length }: Entry): number[] {
  const offsets = [];
  for (let at = valueAt; at < valueAt + Math.min(length, mostOffsets * valueSize); at += valueSize) {
    offsets.push(tiff.number(at, valueSize) ?? 0);
  }
  return offsets;
}

function blank(tiff: Tiff, { directories, packets, notes }: Locations): void {
  for (const packet of packets) blankXmpLocation(packet);
  for (const start of directories) blankGpsDirectory(tiff, start);
  for (const note of notes) {
    const own = openTiff(note);
    // One level only: notes within notes within notes would let a made-up file ask for a deep dive.
    if (own) for (const start of findLocations(own).directories) blankGpsDirectory(own, start);
  }
}

const lastGpsTag = 31;
const mostGpsEntries = 64;
/** More than any writer says about a place; longer is an offset or count gone wrong, which may point at the picture. */
const longestGpsValue = 0xffff;

function blankGpsDirectory(tiff: Tiff, start: number): void {
  const { bytes, countSize, offsetSize, entrySize } = tiff;
  const first = start + countSize;
  const fitting = Math.floor((bytes.length - first) / entrySize);
  const count = Math.min(tiff.number(start, countSize) ?? 0, fitting, mostGpsEntries);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(tiff, first + index * entrySize);
    if (entry) entries.push(entry);
  }
  // An offset gone wrong points at something else, which stays as it is.
  if (!entries.some(({ tag }) => tag <= lastGpsTag)) return;

  let version = Buffer.from([2, 3, 0, 0]);
  const values: Buffer[] = [];
  let bytesLeft = bytes.length;
  for (const { tag, valueAt, length, isInline } of entries) {
    const value = bytes.subarray(valueAt, valueAt + length);
    if (tag === tags.version && length === version.length) version = Buffer.from(value);
    if (!isInline && length <= longestGpsValue && (bytesLeft -= length) >= 0) values.push(value);
  }
  for (const value of values) value.fill(0);
  // The one entry that stays is followed by the link to a next directory: by zeros, which mean none.
  bytes.fill(0, start, first + count * entrySize);
  tiff.writeNumber(1, start, countSize);
  tiff.writeNumber(tags.version, first, 2);
  tiff.writeNumber(byteType, first + 2, 2);
  tiff.writeNumber(version.length, first + 4, offsetSize);
  version.copy(bytes, first + 4 + offsetSize);
}
