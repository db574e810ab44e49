import { crc32, deflateSync } from 'node:zlib';

/** Pictures with location metadata, built byte by byte in the formats that phones write. */

export type ByteOrder = 'II' | 'MM';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

function number(order: ByteOrder, value: number, size: 2 | 4): Buffer {
  const bytes = Buffer.alloc(size);
  if (order === 'II') bytes.writeUIntLE(value, 0, size);
  else bytes.writeUIntBE(value, 0, size);
  return bytes;
}

/** Degrees, minutes and seconds of a house in Riyadh, as fractions. These numbers occur nowhere else in a picture. */
const latitude = [24_713_579, 1_000_003, 42_808_613, 1_000_033, 51_234_567, 1_000_037];
const longitude = [46_675_297, 1_000_039, 40_511_071, 1_000_081, 17_891_011, 1_000_099];
const gpsDate = '2031:03:27\0';
const gpsMethod = 'ASCII\0\0\0HYBRID-FIX';

/** Lists everything in the bytes of a picture that reveals its location, in either byte order. */
export function findLocations(bytes: Buffer): string[] {
  const numbers = [...latitude, ...longitude].flatMap((value) =>
    (['II', 'MM'] as const).map((order) => [`${value} (${order})`, number(order, value, 4)] as const),
  );
  const texts = [gpsDate, gpsMethod, ...xmpLocations].map((text) => [text, latin1(text)] as const);
  return [...numbers, ...texts].filter(([, part]) => bytes.includes(part)).map(([name]) => name);
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: Buffer;
}

const text = (tag: number, value: string): Entry => ({ tag, type: 2, count: value.length, value: latin1(value) });
const short = (order: ByteOrder, tag: number, value: number): Entry => ({
  ...{ tag, type: 3, count: 1 },
  value: number(order, value, 2),
});
const long = (order: ByteOrder, tag: number, value: number): Entry => ({
  ...{ tag, type: 4, count: 1 },
  value: number(order, value, 4),
});
const raw = (tag: number, value: Buffer): Entry => ({ tag, type: 7, count: value.length, value });
const rationals = (order: ByteOrder, tag: number, parts: number[]): Entry => ({
  ...{ tag, type: 5, count: parts.length / 2 },
  value: Buffer.concat(parts.map((part) => number(order, part, 4))),
});

/** Builds a TIFF directory for the offset `start`, followed by the values that do not fit into its entries. */
function directory(order: ByteOrder, start: number, entries: Entry[], next = 0): Buffer {
  let valueAt = start + 2 + entries.length * 12 + 4;
  const values: Buffer[] = [];
  const rows = entries.map(({ tag, type, count, value }) => {
    const head = [number(order, tag, 2), number(order, type, 2), number(order, count, 4)];
    if (value.length <= 4) return Buffer.concat([...head, value, Buffer.alloc(4 - value.length)]);
    const row = Buffer.concat([...head, number(order, valueAt, 4)]);
    values.push(value);
    valueAt += value.length;
    return row;
  });
  return Buffer.concat([number(order, entries.length, 2), ...rows, number(order, next, 4), ...values]);
}

function gpsEntries(order: ByteOrder): Entry[] {
  return [
    { tag: 0, type: 1, count: 4, value: Buffer.from([2, 2, 0, 0]) },
    text(1, 'N\0'),
    rationals(order, 2, latitude),
    text(3, 'E\0'),
    rationals(order, 4, longitude),
    raw(27, latin1(gpsMethod)),
    text(29, gpsDate),
  ];
}

export interface ExifParts {
  /** Content of TIFF's XMP tag. */
  xmp?: Buffer;
  /** A maker note with its own GPS directory. */
  note?: 'directory' | 'tiff';
}

export interface ExifBlock {
  /** Starting with the TIFF header. */
  bytes: Buffer;
  /** Where the location is stored: the range of each GPS directory with its values. */
  places: { start: number; end: number }[];
}

const tiffNoteName = latin1('Maker\0');

/** Builds an Exif block with orientation, date, camera and location, and a thumbnail with its own location. */
export function exifBlock(order: ByteOrder, { xmp, note }: ExifParts = {}): ExifBlock {
  const gpsLength = directory(order, 0, gpsEntries(order)).length;
  // The first pass, in which all pointers are zero, determines the offsets.
  const at = { exif: 0, note: 0, noteGps: 0, gps: 0, thumbnail: 0, thumbnailGps: 0 };
  const build = () => {
    const main = directory(
      order,
      8,
      [
        text(0x010f, 'Camera of a family\0'),
        short(order, 0x0112, 6),
        text(0x0132, '2031:03:28 10:11:12\0'),
        ...(xmp ? [raw(0x02bc, xmp)] : []),
        long(order, 0x8769, at.exif),
        long(order, 0x8825, at.gps),
      ],
      at.thumbnail,
    );
    const notes = {
      directory: directory(order, at.note, [long(order, 0x8825, at.noteGps)]),
      // Offsets are relative to the header after the maker's name. It has 8 bytes; the directory after it has 18.
      tiff: Buffer.concat([
        ...[tiffNoteName, latin1(order === 'II' ? 'II*\0' : 'MM\0*'), number(order, 8, 4)],
        directory(order, 8, [long(order, 0x8825, 8 + 18)]),
      ]),
    };
    const noteHead = note ? notes[note] : Buffer.alloc(0);
    const noteBase = note === 'tiff' ? at.note + tiffNoteName.length : 0;
    const noteBytes = note
      ? Buffer.concat([noteHead, directory(order, at.noteGps - noteBase, gpsEntries(order))])
      : noteHead;
    const exif = directory(order, at.exif, [
      text(0x9003, '2031:03:28 10:11:13\0'),
      ...(note ? [raw(0x927c, noteBytes)] : []),
    ]);
    const gps = directory(order, at.gps, gpsEntries(order));
    const thumbnail = directory(order, at.thumbnail, [short(order, 0x0103, 6), long(order, 0x8825, at.thumbnailGps)]);
    const thumbnailGps = directory(order, at.thumbnailGps, gpsEntries(order));
    const head = Buffer.concat([latin1(order === 'II' ? 'II*\0' : 'MM\0*'), number(order, 8, 4)]);
    at.exif = head.length + main.length;
    at.gps = at.exif + exif.length;
    at.note = at.gps - noteBytes.length;
    at.noteGps = at.note + noteHead.length;
    at.thumbnail = at.gps + gps.length;
    at.thumbnailGps = at.thumbnail + thumbnail.length;
    return Buffer.concat([head, main, exif, gps, thumbnail, thumbnailGps]);
  };
  build();
  const bytes = build();
  const starts = [at.gps, at.thumbnailGps, ...(note ? [at.noteGps] : [])];
  return { bytes, places: starts.map((start) => ({ start, end: start + gpsLength })) };
}

/** The first also occurs in halves, because an extended packet may be split within it. */
const xmpLocations = ['24,42.8', '08613N', '46,40.511071E', '24.713579', '46.675297', '612.5 m', 'Olaya'];

/** XMP with locations in attributes, in elements, in a drone's own properties and nested, and with other properties. */
export const xmpPacket = Buffer.from(
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:GpsMaker="http://example.com/gps/" xmp:CreatorTool="GPS Camera of أحمد" exif:GPSLatitude="24,42.808613N"
 exif:GPSLongitude = '46,40.511071E' drone-dji:GpsLatitude="24.713579" drone-dji:GpsLongtitude="46.675297">
 <exif:GPSAltitude>612.5 m</exif:GPSAltitude><exif:GPSMapDatum/><tiff:Orientation>6</tiff:Orientation>
 <exif:GPSAreaInformation><rdf:Alt><rdf:li xml:lang="en">Olaya</rdf:li><rdf:li/></rdf:Alt></exif:GPSAreaInformation>
 <xmp:Rating>5</xmp:Rating></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
);

const exifHead = latin1('Exif\0\0');

function segment(content: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

export const exifSegment = (content: Buffer) => segment(Buffer.concat([exifHead, content]));
export const xmpSegment = (packet: Buffer) =>
  segment(Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), packet]));

/** Builds the segment for one portion of an XMP packet that is too long for a single segment. */
export function xmpExtensionSegment(whole: Buffer, start: number, end: number): Buffer {
  const head = Buffer.alloc(40, 'A');
  head.writeUInt32BE(whole.length, 32);
  head.writeUInt32BE(start, 36);
  return segment(Buffer.concat([latin1('http://ns.adobe.com/xmp/extension/\0'), head, whole.subarray(start, end)]));
}

/** Placeholder for pixel data, with every byte value. */
export const pixels = Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 7) % 256));

/** Builds a JPEG with these segments after its header. */
export function jpegWith(...segments: Buffer[]): Buffer {
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...latin1('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')]);
  return Buffer.concat([start, ...segments, Buffer.from([0xff, 0xda, 0, 2]), pixels, Buffer.from([0xff, 0xd9])]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([latin1(type), data]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(data.length);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}

/** Builds a complete PNG of one pixel, with additional chunks. */
export function pngWith(...chunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    ...[latin1('\x89PNG\r\n\x1a\n'), pngChunk('IHDR', header), ...chunks],
    ...[pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))), pngChunk('IEND', Buffer.alloc(0))],
  ]);
}

/** Encodes a profile as ImageMagick does: hexadecimal digits in lines of 72. */
export function hexProfile(profile: Buffer): Buffer {
  const digits = profile.toString('hex').replace(/.{72}/g, '$&\n');
  return latin1(`\nexif\n${String(profile.length).padStart(8)}\n${digits}\n`);
}

export function webpWith(...chunks: [type: string, data: Buffer][]): Buffer {
  const encoded = [['VP8 ', pixels] as const, ...chunks].map(([type, data]) => {
    const head = Buffer.concat([latin1(type), number('II', data.length, 4)]);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const body = Buffer.concat([latin1('WEBP'), ...encoded]);
  return Buffer.concat([latin1('RIFF'), number('II', body.length, 4), body]);
}

export function gifWith(packet: Buffer): Buffer {
  // The "magic trailer" of XMP in GIF files (XMP specification, part 3).
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  return Buffer.concat([
    ...[latin1('GIF89a\x01\0\x01\0\0\0\0'), latin1('\x21\xff\x0bXMP DataXMP'), packet, trailer],
    ...[pixels, latin1(';')],
  ]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([number('MM', body.length + 8, 4), latin1(type), body]);
}

const version = (value: number) => Buffer.from([value, 0, 0, 0]);
const u16 = (value: number) => number('MM', value, 2);
const u32 = (value: number) => number('MM', value, 4);

/**
 * Builds a HEIF file with a picture, an Exif item in two extents and an XMP item.
 * @param items where the items are stored: `file` in `mdat`, as on iPhones; `box` in `idat`, inside `meta`
 */
export function heifWith(brand: string, exif: Buffer, packet: Buffer, items: 'file' | 'box'): Buffer {
  const type = box('ftyp', latin1(brand), u32(0), latin1(`${brand}mif1`));
  const information = box(
    'iinf',
    ...[version(0), u16(3)],
    box('infe', version(2), u16(1), u16(0), latin1('hvc1\0')),
    box('infe', version(2), u16(2), u16(0), latin1('Exif\0')),
    box('infe', version(3), u32(3), u16(0), latin1('mime\0application/rdf+xml\0')),
  );
  const cut = Math.floor(exif.length / 2);
  const locations = (start: number) => {
    const row = (id: number, ...ranges: [number, number][]) =>
      Buffer.concat([
        ...[u16(id), u16(items === 'file' ? 0 : 1), u16(0), u16(ranges.length)],
        ...ranges.flat().map(u32),
      ]);
    const afterExif = start + exif.length + pixels.length;
    // In the file, the second half comes first, then the picture, then the first half.
    const [second, first] = [start, start + exif.length - cut + pixels.length];
    return box(
      'iloc',
      ...[version(1), Buffer.from([0x44, 0]), u16(3)],
      row(1, [start + exif.length - cut, pixels.length]),
      row(2, [first, cut], [second, exif.length - cut]),
      row(3, [afterExif, packet.length]),
    );
  };
  const data = Buffer.concat([exif.subarray(cut), pixels, exif.subarray(0, cut), packet]);
  const meta = (start: number) =>
    box('meta', version(0), information, locations(start), ...(items === 'box' ? [box('idat', data)] : []));
  if (items === 'box') return Buffer.concat([type, meta(0), box('mdat', pixels)]);
  return Buffer.concat([type, meta(type.length + meta(0).length + 8), box('mdat', data)]);
}
