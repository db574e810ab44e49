import type { Steps } from '#app/clock/time-slices.ts';
import { type ByteRange, editAsContiguous } from './byte-ranges.server.ts';
import { eraseExifLocation } from './exif.server.ts';
import { eraseXmpLocation } from './xmp.server.ts';

interface Box extends ByteRange {
  type: string;
}

/**
 * Erases the location in the Exif and XMP of HEIC, HEIF and AVIF. Both are items of the `meta` box: `iinf` holds their
 * types and `iloc` their positions (ISO 14496-12, 8.11; ISO 23008-12, annex A). Items cannot be found by signature:
 * Android and AVIF omit the `Exif\0\0` that iPhones write, and a bare TIFF header is too short to tell from pixels.
 */
export function* eraseIsoMediaLocation(bytes: Buffer): Steps<void> {
  const meta = listBoxes(bytes, { start: 0, end: bytes.length }).find(({ type }) => type === 'meta');
  if (!meta) return;
  const children = listBoxes(bytes, { start: meta.start + fullBoxHeaderLength, end: meta.end });
  const find = (boxType: string) => children.find(({ type }) => type === boxType);
  const [itemInfo, itemLocations] = [find('iinf'), find('iloc')];
  if (!itemInfo || !itemLocations) return;
  const kindsById = readItemKinds(bytes, itemInfo);
  // Items do not overlap in a valid file. In a corrupt one their total size could be far larger than the file.
  let bytesLeft = bytes.length;
  for (const { id, ranges } of readItemRanges(bytes, itemLocations, find('idat'))) {
    const kind = kindsById.get(id);
    const length = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    yield;
    if (!kind || length === 0 || length > bytesLeft) continue;
    bytesLeft -= length;
    yield* editAsContiguous(bytes, ranges, kind === 'exif' ? eraseExifLocation : eraseXmpLocation);
  }
}

/** Size of the version and flags at the start of a full box. */
const fullBoxHeaderLength = 4;
/** Far more than a valid file has. */
const maxBoxes = 10_000;
const maxExtents = 1_000;

/** Lists the boxes in a range. */
function listBoxes(bytes: Buffer, { start, end }: ByteRange): Box[] {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end && found.length < maxBoxes;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    let size = bytes.readUInt32BE(at);
    let headerLength = 8;
    if (size === 1) {
      if (at + 16 > end) break;
      size = Number(bytes.readBigUInt64BE(at + 8));
      headerLength = 16;
    }
    // Zero means that the box extends to the end of the range.
    if (size === 0) size = end - at;
    if (size < headerLength) break;
    found.push({ type, start: at + headerLength, end: Math.min(at + size, end) });
    at += size;
  }
  return found;
}

/** Reads which items are Exif or XMP, by item id. */
function readItemKinds(bytes: Buffer, itemInfo: Box): Map<number, 'exif' | 'xmp'> {
  const kindsById = new Map<number, 'exif' | 'xmp'>();
  const countSize = bytes[itemInfo.start] === 0 ? 2 : 4;
  for (const entry of listBoxes(bytes, {
    start: itemInfo.start + fullBoxHeaderLength + countSize,
    end: itemInfo.end,
  })) {
    if (entry.type !== 'infe') continue;
    const read = numberReader(bytes, entry);
    const version = read(1);
    read(3);
    const id = read(version === 2 ? 2 : 4);
    read(2);
    const itemType = read(4);
    if (version === undefined || version < 2 || id === undefined) continue;
    if (itemType === exifItemType) kindsById.set(id, 'exif');
    // The item's name and media type follow as text.
    if (itemType === mimeItemType && bytes.subarray(entry.start, entry.end).includes(xmpMediaType))
      kindsById.set(id, 'xmp');
  }
  return kindsById;
}

const exifItemType = Buffer.from('Exif').readUInt32BE();
const mimeItemType = Buffer.from('mime').readUInt32BE();
const xmpMediaType = '\0application/rdf+xml';

/** Yields the ranges of each item's extents in the file. Extents outside the file are omitted. */
function* readItemRanges(
  bytes: Buffer,
  itemLocations: Box,
  itemData: Box | undefined,
): Generator<{ id: number; ranges: ByteRange[] }> {
  const read = numberReader(bytes, itemLocations);
  const version = read(1) ?? 0;
  read(3);
  const sizes = read(2) ?? 0;
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15);
  const count = read(version < 2 ? 2 : 4) ?? 0;
  for (let item = 0; item < count; item += 1) {
    const id = read(version < 2 ? 2 : 4);
    const constructionMethod = version > 0 ? (read(2) ?? 0) & 15 : fileMethod;
    const reference = read(2);
    const base = read(baseSize) ?? 0;
    const extentCount = read(2);
    if (id === undefined || extentCount === undefined) return;
    // Extents with neither an offset nor a length take up no bytes, so their number is unbounded. A valid file has at
    // most one.
    if (offsetSize === 0 && lengthSize === 0 && extentCount > 1) return;
    const ranges: ByteRange[] = [];
    for (let extent = 0; extent < extentCount; extent += 1) {
      if (version > 0) read(indexSize);
      const offset = read(offsetSize);
      const length = read(lengthSize);
      if (offset === undefined || length === undefined) return;
      const origin =
        constructionMethod === fileMethod ? 0 : constructionMethod === itemDataMethod ? itemData?.start : undefined;
      // An item may also be in another file or in another item, but no writer does this for Exif.
      if (origin === undefined || reference !== 0) continue;
      const start = origin + base + offset;
      const end = length === 0 ? bytes.length : start + length;
      if (start < end && end <= bytes.length && ranges.length < maxExtents) ranges.push({ start, end });
    }
    yield { id, ranges };
  }
}

const fileMethod = 0;
const itemDataMethod = 1;

/**
 * Returns a function that reads consecutive integers, each 0 to 4 or 8 bytes long. It returns 0 for a size of 0, and
 * undefined past the end.
 */
function numberReader(bytes: Buffer, { start, end }: ByteRange): (size?: number) => number | undefined {
  let at = start;
  return (size = 0) => {
    const from = at;
    at += size;
    if (at > end) return undefined;
    if (size === 0) return 0;
    return size === 8 ? Number(bytes.readBigUInt64BE(from)) : bytes.readUIntBE(from, Math.min(size, 6));
  };
}
