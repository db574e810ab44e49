import type { Steps } from '#app/clock/time-slices.ts';

/**
 * Words in the names of properties that hold a location, in lower case: `exif:GPSLatitude`, `drone-dji:GpsLongtitude`
 * (sic), `drone-parrot:Latitude` and so on.
 */
const locationWords = ['gps', 'latitude', 'longitude', 'longtitude'].map((word) => Buffer.from(word));

/** Whether a property with this name holds a geographic location. */
export function isLocationName(name: Buffer): boolean {
  return findLocationWord(name, 0, name.length) >= 0;
}

/** Length of a stretch that is searched in one step (bytes), which takes far less than a millisecond. */
const stride = 64 * 1024;

/**
 * Overwrites the location in XMP with spaces (ISO 16684-1): the values of attributes and the content of elements whose
 * names satisfy {@link isLocationName}. Works in place, on the bytes, and in a single pass: names and markup are ASCII.
 */
export function* eraseXmpLocation(xmp: Buffer): Steps<void> {
  let scannedTo = 0;
  let pauseAt = stride;
  while (scannedTo < xmp.length) {
    const end = Math.min(scannedTo + stride, xmp.length);
    const word = findLocationWord(xmp, scannedTo, end);
    scannedTo = word < 0 ? end : eraseValue(xmp, word, scannedTo);
    if (scannedTo < pauseAt) continue;
    pauseAt = scannedTo + stride;
    yield;
  }
}

/** Returns the index of the first word of a location that begins in a stretch; -1 if there is none. */
function findLocationWord(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    if (isIn(firstLetters, bytes[at]) && locationWords.some((word) => isWordAt(bytes, at, word))) return at;
  }
  return -1;
}

function isWordAt(bytes: Buffer, at: number, word: Buffer): boolean {
  // The bit tells lower from upper case.
  for (let index = 0; index < word.length; index += 1)
    if (((bytes[at + index] ?? 0) | 0x20) !== word[index]) return false;
  return true;
}

/**
 * Erases the value of the property whose name contains a word.
 * @param scannedTo where the name begins at the earliest
 * @returns where the search continues
 */
function eraseValue(xmp: Buffer, word: number, scannedTo: number): number {
  let nameStart = word;
  while (nameStart > scannedTo && isIn(nameBytes, xmp[nameStart - 1])) nameStart -= 1;
  let nameEnd = word;
  while (isIn(nameBytes, xmp[nameEnd])) nameEnd += 1;
  const isDeclaration = xmp.toString('latin1', nameStart, nameStart + 5) === 'xmlns';
  if (isDeclaration) return nameEnd;
  const value = xmp[nameStart - 1] === lessThan ? contentSpan(xmp, nameEnd) : attributeSpan(xmp, nameEnd);
  if (!value) return nameEnd;
  xmp.fill(' ', value.start, value.end);
  return value.end;
}

const [lessThan, greaterThan, slash, equals] = [0x3c, 0x3e, 0x2f, 0x3d];
const firstLetters = bytesMatching(/[gl]/i);
const nameBytes = bytesMatching(/[\w.:-]/);
const blanks = bytesMatching(/\s/);
const quotes = bytesMatching(/["']/);
/** Bytes that begin a comment, a declaration or a processing instruction after `<`. */
const nonTagBytes = bytesMatching(/[!?]/);

/** Returns a table of the bytes that match a pattern: looking one up is much faster than matching. */
function bytesMatching(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(pattern.test(String.fromCharCode(byte))));
}

function isIn(table: Uint8Array, byte: number | undefined): boolean {
  return byte !== undefined && table[byte] === 1;
}

interface Span {
  start: number;
  end: number;
}

/** Finds the span between the quotes, or to the end of truncated text. */
function attributeSpan(xmp: Buffer, nameEnd: number): Span | undefined {
  let at = afterBlanks(xmp, nameEnd);
  if (xmp[at] !== equals) return undefined;
  at = afterBlanks(xmp, at + 1);
  const quote = xmp[at];
  if (quote === undefined || !isIn(quotes, quote)) return undefined;
  const end = xmp.indexOf(quote, at + 1);
  return { start: at + 1, end: end < 0 ? xmp.length : end };
}

function afterBlanks(xmp: Buffer, start: number): number {
  let at = start;
  while (isIn(blanks, xmp[at])) at += 1;
  return at;
}

/** Finds the span between the tags of an element, including child elements, or to the end of truncated text. */
function contentSpan(xmp: Buffer, nameEnd: number): Span | undefined {
  let tagEnd = nameEnd;
  while (tagEnd < xmp.length && xmp[tagEnd] !== lessThan && xmp[tagEnd] !== greaterThan) tagEnd += 1;
  // An empty element has a location only in its attributes, which are matched by their own names.
  if (xmp[tagEnd] !== greaterThan || xmp[tagEnd - 1] === slash) return undefined;
  const start = tagEnd + 1;
  let depth = 1;
  /** Where the tag being read begins; -1 outside tags. */
  let tag = -1;
  for (let at = start; at < xmp.length; at += 1) {
    const byte = xmp[at];
    if (byte === lessThan) tag = isIn(nonTagBytes, xmp[at + 1]) ? -1 : at;
    if (byte !== greaterThan || tag < 0) continue;
    if (xmp[tag + 1] === slash) depth -= 1;
    else if (xmp[at - 1] !== slash) depth += 1;
    if (depth === 0) return { start, end: tag };
    tag = -1;
  }
  return { start, end: xmp.length };
}
