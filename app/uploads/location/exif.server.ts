import { blankXmpLocation } from './xmp.server.ts';

/**
 * Erases the location in an Exif block, which is a small TIFF file (Exif 2.32, section 4.5; TIFF 6.0, section 2;
 * BigTIFF). Each GPS directory keeps only GPSVersionID; its other entries and the values they point to are zeroed. XMP in
 * a TIFF tag is erased as well. Works in place and never throws: offsets outside the block are not followed.
 * @param block may start with a container's prefix before the TIFF header, such as `Exif\0\0`
 */
export function blankExifLocation(block: Buffer): void {
  const tiff = openTiff(block);
  if (tiff) blank(tiff, findLocations(tiff));
}

/** Whether a block starts with a TIFF header. */
export function beginsWithTiff(block: Buffer): boolean {
  return headers.some((header) => block.subarray(0, header.length).equals(header));
}

const headers = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].map((text) => Buffer.from(text, 'latin1'));

/** How far into a block the header may start: writers use prefixes of up to 10 bytes, maker notes a few more. */
const maxHeaderOffset = 64;

interface Tiff {
  bytes: Buffer;
  /** Reads an unsigned number; undefined outside the block. */
  number: (at: number, size: number) => number | undefined;
  writeNumber: (value: number, at: number, size: 2 | 4 | 8) => void;
  /** Field sizes of a directory in bytes: 2, 4 and 12 in TIFF; 8, 8 and 20 in BigTIFF. */
  countSize: 2 | 8;
  offsetSize: 4 | 8;
  entrySize: 12 | 20;
  firstDirectory: number;
}

function openTiff(block: Buffer): Tiff | undefined {
  const head = block.subarray(0, maxHeaderOffset);
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
/** Size of a value in bytes by type number (TIFF 6.0, page 15; 13 is IFD, 16 to 18 are BigTIFF). */
const typeSizes: readonly (number | undefined)[] = [
  ...[undefined, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4],
  ...[undefined, undefined, 8, 8, 8],
];

interface Entry {
  tag: number;
  /** Size of one value and of all values, in bytes. */
  valueSize: number;
  length: number;
  /** Offset of the values; short values are stored in the entry itself. */
  valueAt: number;
  isInline: boolean;
}

/** Reads an entry; undefined if it or its values lie outside the block, or its type is unknown. */
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
  /** Offsets of the GPS directories. */
  directories: Set<number>;
  /** XMP packets, and maker notes, which may themselves be TIFF files. */
  packets: Buffer[];
  notes: Buffer[];
}

/** Each page of a multi-page TIFF has a directory; this is far more than a long fax has. */
const maxDirectories = 4096;
const maxGpsDirectories = 64;

/** Visits all directories: the chain, subdirectories, and maker notes that are plain directories. */
function findLocations(tiff: Tiff): Locations {
  const { bytes, number, countSize, offsetSize, entrySize } = tiff;
  const found: Locations = { directories: new Set(), packets: [], notes: [] };
  const directories = new Set([tiff.firstDirectory]);
  // Entries and values do not overlap in a valid file; in a corrupt one they could overlap without limit.
  let bytesLeft = 2 * bytes.length;
  const follow = (to: Set<number>, most: number, offset: number) => to.size < most && to.add(offset);

  // A set may grow during iteration, and visits nothing twice.
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
          for (const offset of offsetsOf(tiff, entry)) follow(found.directories, maxGpsDirectories, offset);
          break;
        case tags.exif:
        case tags.subDirectories:
          for (const offset of offsetsOf(tiff, entry)) follow(directories, maxDirectories, offset);
          break;
        case tags.xmp:
          if ((bytesLeft -= value.length) >= 0) found.packets.push(value);
          break;
        case tags.makerNote: {
          if ((bytesLeft -= value.length) >= 0) found.notes.push(value);
          const entries = number(entry.valueAt, countSize) ?? 0;
          const isDirectory = countSize + entries * entrySize <= value.length;
          if (isDirectory) follow(directories, maxDirectories, entry.valueAt);
        }
      }
    }
    const next = number(first + count * entrySize, offsetSize);
    if (next) follow(directories, maxDirectories, next);
  }
  return found;
}

/** More directories than any writer puts under one tag; bounds the work when the count is corrupt. */
const maxOffsets = 64;

function offsetsOf(tiff: Tiff, { valueAt, valueSize, length }: Entry): number[] {
  const offsets = [];
  for (let at = valueAt; at < valueAt + Math.min(length, maxOffsets * valueSize); at += valueSize) {
    offsets.push(tiff.number(at, valueSize) ?? 0);
  }
  return offsets;
}

function blank(tiff: Tiff, { directories, packets, notes }: Locations): void {
  for (const packet of packets) blankXmpLocation(packet);
  for (const start of directories) blankGpsDirectory(tiff, start);
  for (const note of notes) {
    const own = openTiff(note);
    // One level only, so that a crafted file cannot nest notes without limit.
    if (own) for (const start of findLocations(own).directories) blankGpsDirectory(own, start);
  }
}

const lastGpsTag = 31;
const maxGpsEntries = 64;
/** Longer values than any writer uses come from a corrupt offset or count, and may point at the picture. */
const maxGpsValueLength = 0xffff;

function blankGpsDirectory(tiff: Tiff, start: number): void {
  const { bytes, countSize, offsetSize, entrySize } = tiff;
  const first = start + countSize;
  const fitting = Math.floor((bytes.length - first) / entrySize);
  const count = Math.min(tiff.number(start, countSize) ?? 0, fitting, maxGpsEntries);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(tiff, first + index * entrySize);
    if (entry) entries.push(entry);
  }
  // Without a known GPS tag the offset is corrupt and points at something else, which must not change.
  if (!entries.some(({ tag }) => tag <= lastGpsTag)) return;

  let version = Buffer.from([2, 3, 0, 0]);
  const values: Buffer[] = [];
  let bytesLeft = bytes.length;
  for (const { tag, valueAt, length, isInline } of entries) {
    const value = bytes.subarray(valueAt, valueAt + length);
    if (tag === tags.version && length === version.length) version = Buffer.from(value);
    if (!isInline && length <= maxGpsValueLength && (bytesLeft -= length) >= 0) values.push(value);
  }
  for (const value of values) value.fill(0);
  // The remaining entry is followed by the offset of the next directory: zero means none.
  bytes.fill(0, start, first + count * entrySize);
  tiff.writeNumber(1, start, countSize);
  tiff.writeNumber(tags.version, first, 2);
  tiff.writeNumber(byteType, first + 2, 2);
  tiff.writeNumber(version.length, first + 4, offsetSize);
  version.copy(bytes, first + 4 + offsetSize);
}
