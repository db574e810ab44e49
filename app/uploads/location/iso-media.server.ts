import { type ByteRange, changeJoined } from './byte-ranges.server.ts';
import { blankExifLocation } from './exif.server.ts';
import { blankXmpLocation } from './xmp.server.ts';

interface Box extends ByteRange {
  type: string;
}

/**
 * Erases the location in the Exif and XMP of HEIC, HEIF and AVIF. Both are items of the `meta` box: `iinf` holds their
 * types and `iloc` their locations (ISO 14496-12, 8.11; ISO 23008-12, annex A). They are found through these boxes rather
 * than by signature: the `Exif\0\0` of iPhones is missing on Android and in AVIF, and a bare TIFF header is too short to
 * be distinguished from pixels.
 */
export function blankIsoMediaLocation(bytes: Buffer): void {
  const meta = boxes(bytes, { start: 0, end: bytes.length }).find(({ type }) => type === 'meta');
  if (!meta) return;
  const inside = boxes(bytes, { start: meta.start + fullBoxHead, end: meta.end });
  const find = (wanted: string) => inside.find(({ type }) => type === wanted);
  const [information, locations] = [find('iinf'), find('iloc')];
  if (!information || !locations) return;
  const kinds = itemKinds(bytes, information);
  // Items do not overlap in valid files; in a corrupt one they could add up to far more than the file.
  let bytesLeft = bytes.length;
  for (const { id, ranges } of itemRanges(bytes, locations, find('idat'))) {
    const kind = kinds.get(id);
    const length = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    if (!kind || length === 0 || length > bytesLeft) continue;
    bytesLeft -= length;
    changeJoined(bytes, ranges, kind === 'exif' ? blankExifLocation : blankXmpLocation);
  }
}

/** Size of the version and flags at the start of a full box. */
const fullBoxHead = 4;
const maxBoxes = 10_000;

function boxes(bytes: Buffer, { start, end }: ByteRange): Box[] {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end && found.length < maxBoxes;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    let size = bytes.readUInt32BE(at);
    let head = 8;
    if (size === 1) {
      if (at + 16 > end) break;
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    }
    // Zero means that the box extends to the end.
    if (size === 0) size = end - at;
    if (size < head) break;
    found.push({ type, start: at + head, end: Math.min(at + size, end) });
    at += size;
  }
  return found;
}

/** The Exif and XMP items by id. */
function itemKinds(bytes: Buffer, information: Box): Map<number, 'exif' | 'xmp'> {
  const kinds = new Map<number, 'exif' | 'xmp'>();
  const countSize = bytes[information.start] === 0 ? 2 : 4;
  for (const entry of boxes(bytes, { start: information.start + fullBoxHead + countSize, end: information.end })) {
    if (entry.type !== 'infe') continue;
    const read = numbers(bytes, entry);
    const version = read(1);
    read(3);
    const id = read(version === 2 ? 2 : 4);
    read(2);
    const kind = read(4);
    if (version === undefined || version < 2 || id === undefined) continue;
    if (kind === exifItem) kinds.set(id, 'exif');
    // The item's name and media type follow as text.
    if (kind === mimeItem && bytes.subarray(entry.start, entry.end).includes(xmpMediaType)) kinds.set(id, 'xmp');
  }
  return kinds;
}

const exifItem = Buffer.from('Exif').readUInt32BE();
const mimeItem = Buffer.from('mime').readUInt32BE();
const xmpMediaType = '\0application/rdf+xml';

/** The file ranges of each item's extents. Extents outside the file are omitted. */
function* itemRanges(
  bytes: Buffer,
  locations: Box,
  data: Box | undefined,
): Generator<{ id: number; ranges: ByteRange[] }> {
  const read = numbers(bytes, locations);
  const version = read(1) ?? 0;
  read(3);
  const sizes = read(2) ?? 0;
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15);
  const count = read(version < 2 ? 2 : 4) ?? 0;
  for (let item = 0; item < count; item += 1) {
    const id = read(version < 2 ? 2 : 4);
    const method = version > 0 ? (read(2) ?? 0) & 15 : inFile;
    const reference = read(2);
    const base = read(baseSize) ?? 0;
    const extents = read(2);
    if (id === undefined || extents === undefined) return;
    // Extents of zero bytes each could be listed without limit; a valid file has one at most.
    if (offsetSize === 0 && lengthSize === 0 && extents > 1) return;
    const ranges: ByteRange[] = [];
    for (let extent = 0; extent < extents; extent += 1) {
      if (version > 0) read(indexSize);
      const offset = read(offsetSize);
      const length = read(lengthSize);
      if (offset === undefined || length === undefined) return;
      const origin = method === inFile ? 0 : method === inData ? data?.start : undefined;
      // An item may also be in another file or part of another item; no writer does this for Exif.
      if (origin === undefined || reference !== 0) continue;
      const start = origin + base + offset;
      const end = length === 0 ? bytes.length : start + length;
      if (start < end && end <= bytes.length) ranges.push({ start, end });
    }
    yield { id, ranges };
  }
}

const inFile = 0;
const inData = 1;

/** Returns a reader of consecutive numbers of 0 to 4 or 8 bytes; 0 for a size of 0, undefined beyond the end. */
function numbers(bytes: Buffer, { start, end }: ByteRange): (size?: number) => number | undefined {
  let at = start;
  return (size = 0) => {
    const from = at;
    at += size;
    if (at > end) return undefined;
    if (size === 0) return 0;
    return size === 8 ? Number(bytes.readBigUInt64BE(from)) : bytes.readUIntBE(from, Math.min(size, 6));
  };
}
