import type { Steps } from '#app/clock/time-slices.ts';
import { eraseXmpLocation } from './xmp.server.ts';

/**
 * Erases the location in an Exif block, which is a small TIFF file (Exif 2.32, section 4.5; TIFF 6.0, section 2;
 * BigTIFF). Each GPS directory keeps only GPSVersionID; its other entries and the values they point to are zeroed. The
 * location in an XMP tag is erased as well. Works in place and never throws: offsets outside the block are ignored.
 * @param block may start with a prefix from its container, before the TIFF header, such as `Exif\0\0`
 */
export function* eraseExifLocation(block: Buffer): Steps<void> {
  const tiff = openTiff(block);
  if (tiff) yield* eraseLocations(tiff, yield* findLocations(tiff));
}

/** Whether a block starts with a TIFF header. */
export function hasTiffHeader(block: Buffer): boolean {
  return headers.some((header) => block.subarray(0, header.length).equals(header));
}

const headers = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].map((text) => Buffer.from(text, 'latin1'));

/** Maximum offset of the header in a block: writers use prefixes of up to 10 bytes, and maker notes a few more. */
const maxHeaderOffset = 64;

interface Tiff {
  bytes: Buffer;
  /** Reads an unsigned number; undefined outside the block. */
  readNumber: (at: number, size: number) => number | undefined;
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
  const isLittleEndian = bytes[0] === 0x49;
  const isBigTiff = bytes[isLittleEndian ? 2 : 3] === 0x2b;

  function readNumber(at: number, size: number): number | undefined {
    if (at + size > bytes.length) return undefined;
    if (size === 8) return Number(isLittleEndian ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    return isLittleEndian ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  }
  function writeNumber(value: number, at: number, size: 2 | 4 | 8) {
    if (size === 8) {
      if (isLittleEndian) bytes.writeBigUInt64LE(BigInt(value), at);
      else bytes.writeBigUInt64BE(BigInt(value), at);
    } else if (isLittleEndian) bytes.writeUIntLE(value, at, size);
    else bytes.writeUIntBE(value, at, size);
  }

  const offsetSize = isBigTiff ? 8 : 4;
  const firstDirectory = readNumber(isBigTiff ? 8 : 4, offsetSize);
  if (firstDirectory === undefined) return undefined;
  return {
    bytes,
    readNumber,
    writeNumber,
    countSize: isBigTiff ? 8 : 2,
    offsetSize,
    entrySize: isBigTiff ? 20 : 12,
    firstDirectory,
  };
}

const tags = { version: 0, subDirectories: 0x014a, xmp: 0x02bc, exif: 0x8769, gps: 0x8825, makerNote: 0x927c };

const byteType = 1;
/** Size of a value by type number (bytes): TIFF 6.0, page 15; 13 is IFD, 16 to 18 are BigTIFF. */
const typeSizes: readonly (number | undefined)[] = [
  ...[undefined, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4],
  ...[undefined, undefined, 8, 8, 8],
];

interface Entry {
  tag: number;
  /** Size of one value (bytes). */
  valueSize: number;
  /** Size of all values (bytes). */
  length: number;
  /** Offset of the values; short values are stored in the entry itself. */
  valueAt: number;
  isInline: boolean;
}

/** Reads an entry; undefined if it or its values are outside the block, or its type is unknown. */
function readEntry(tiff: Tiff, at: number): Entry | undefined {
  const { readNumber, offsetSize, bytes } = tiff;
  const tag = readNumber(at, 2);
  const valueSize = typeSizes[readNumber(at + 2, 2) ?? 0];
  const count = readNumber(at + 4, offsetSize);
  const field = at + 4 + offsetSize;
  const pointer = readNumber(field, offsetSize);
  if (tag === undefined || valueSize === undefined || count === undefined || pointer === undefined) return undefined;
  const length = count * valueSize;
  const isInline = length <= offsetSize;
  const valueAt = isInline ? field : pointer;
  return valueAt + length <= bytes.length ? { tag, valueSize, length, valueAt, isInline } : undefined;
}

interface Locations {
  /** Offsets of the GPS directories. */
  directories: Set<number>;
  xmpPackets: Buffer[];
  /** Maker notes, which may themselves be TIFF files. */
  makerNotes: Buffer[];
}

/** Maximum number of directories. Each page of a TIFF has one, and even a long fax has far fewer pages. */
const maxDirectories = 4096;
const maxGpsDirectories = 64;
/** Number of entries that are read in one step: in a BigTIFF, a directory may have millions. */
const stride = 1_000;

/** Searches all directories: the main chain, subdirectories, and maker notes that are plain directories. */
function* findLocations(tiff: Tiff): Steps<Locations> {
  const { bytes, readNumber, countSize, offsetSize, entrySize } = tiff;
  const found: Locations = { directories: new Set(), xmpPackets: [], makerNotes: [] };
  const directories = new Set([tiff.firstDirectory]);
  // Entries and values do not overlap in a valid file. In a corrupt one they could overlap without limit.
  let bytesLeft = 2 * bytes.length;
  let entries = 0;
  const addOffset = (offsets: Set<number>, maxSize: number, offset: number) =>
    offsets.size < maxSize && offsets.add(offset);

  // A set may grow during iteration, and contains no duplicates.
  for (const start of directories) {
    const count = readNumber(start, countSize) ?? 0;
    const first = start + countSize;
    for (let at = first; at < first + count * entrySize; at += entrySize) {
      if (at + entrySize > bytes.length || (bytesLeft -= entrySize) < 0) break;
      if ((entries += 1) % stride === 0) yield;
      const entry = readEntry(tiff, at);
      if (!entry) continue;
      const value = bytes.subarray(entry.valueAt, entry.valueAt + entry.length);
      switch (entry.tag) {
        case tags.gps:
          for (const offset of readOffsets(tiff, entry)) addOffset(found.directories, maxGpsDirectories, offset);
          break;
        case tags.exif:
        case tags.subDirectories:
          for (const offset of readOffsets(tiff, entry)) addOffset(directories, maxDirectories, offset);
          break;
        case tags.xmp:
          if ((bytesLeft -= value.length) >= 0) found.xmpPackets.push(value);
          break;
        case tags.makerNote: {
          if ((bytesLeft -= value.length) >= 0) found.makerNotes.push(value);
          const noteEntries = readNumber(entry.valueAt, countSize) ?? 0;
          const isDirectory = countSize + noteEntries * entrySize <= value.length;
          if (isDirectory) addOffset(directories, maxDirectories, entry.valueAt);
        }
      }
    }
    const next = readNumber(first + count * entrySize, offsetSize);
    if (next) addOffset(directories, maxDirectories, next);
    yield;
  }
  return found;
}

/**
 * Maximum number of directories under one tag, which bounds the work if its count is corrupt. No writer uses that many.
 */
const maxOffsets = 64;

function readOffsets(tiff: Tiff, { valueAt, valueSize, length }: Entry): number[] {
  const offsets = [];
  for (let at = valueAt; at < valueAt + Math.min(length, maxOffsets * valueSize); at += valueSize) {
    offsets.push(tiff.readNumber(at, valueSize) ?? 0);
  }
  return offsets;
}

function* eraseLocations(tiff: Tiff, { directories, xmpPackets, makerNotes }: Locations): Steps<void> {
  for (const packet of xmpPackets) yield* eraseXmpLocation(packet);
  for (const start of directories) eraseGpsDirectory(tiff, start);
  for (const note of makerNotes) {
    const noteTiff = openTiff(note);
    // Notes within notes are ignored, so that a crafted file cannot nest them without limit.
    if (!noteTiff) continue;
    for (const start of (yield* findLocations(noteTiff)).directories) eraseGpsDirectory(noteTiff, start);
    yield;
  }
}

const lastGpsTag = 31;
const maxGpsEntries = 64;
/** Maximum size of a GPS value (bytes). A longer one has a corrupt offset or count, and may be part of the picture. */
const maxGpsValueLength = 0xffff;

function eraseGpsDirectory(tiff: Tiff, start: number): void {
  const { bytes, countSize, offsetSize, entrySize } = tiff;
  const first = start + countSize;
  const maxCount = Math.floor((bytes.length - first) / entrySize);
  const count = Math.min(tiff.readNumber(start, countSize) ?? 0, maxCount, maxGpsEntries);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(tiff, first + index * entrySize);
    if (entry) entries.push(entry);
  }
  // Without a known GPS tag, the offset is corrupt and points to other data, which must not change.
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
  // The remaining entry is followed by the offset of the next directory, where zero means none.
  bytes.fill(0, start, first + count * entrySize);
  tiff.writeNumber(1, start, countSize);
  tiff.writeNumber(tags.version, first, 2);
  tiff.writeNumber(byteType, first + 2, 2);
  tiff.writeNumber(version.length, first + 4, offsetSize);
  version.copy(bytes, first + 4 + offsetSize);
}
