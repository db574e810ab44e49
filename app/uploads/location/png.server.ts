import { promisify } from 'node:util';
import { crc32, deflate, deflateSync, inflate } from 'node:zlib';
import type { AsyncSteps, Steps } from '#app/clock/time-slices.ts';
import { eraseExifLocation } from './exif.server.ts';
import { eraseXmpLocation, isLocationName } from './xmp.server.ts';

/** Sizes of the file signature, of the length and type of a chunk, and of its checksum (bytes). */
const signatureLength = 8;
const headerLength = 8;
const checksumLength = 4;

/** Keywords of text chunks with Exif or XMP: those of XMP part 3, 1.1.5, and of ImageMagick's hexadecimal profiles. */
const xmpKeyword = 'XML:com.adobe.xmp';
const profileKeyword = /^Raw profile type (?:exif|app1|xmp)$/i;

/**
 * Maximum total unpacked size of compressed text (bytes), far above that of a genuine picture. Unpacking it and
 * compressing it again takes about three times as much memory.
 */
const maxUnpackedBytes = 4 * 1024 * 1024;

/**
 * Maximum total length of hexadecimal profiles (characters); beyond it they are erased as a whole. The profiles of
 * genuine pictures have tens of thousands of characters.
 */
const maxProfileLength = 4 * 1024 * 1024;

/** Maximum number of metadata chunks, far above that of a genuine picture. */
const maxChunks = 10_000;

/**
 * Erases the location in the Exif and XMP of a PNG (PNG third edition, section 11.3): `eXIf` and the three text chunks.
 */
export async function* erasePngLocation(bytes: Buffer): AsyncSteps<void> {
  const budget = { unpacked: maxUnpackedBytes, profiles: maxProfileLength };
  let chunksLeft = maxChunks;
  for (let at = signatureLength; at + headerLength <= bytes.length && chunksLeft > 0;) {
    const type = bytes.toString('latin1', at + 4, at + headerLength);
    const start = at + headerLength;
    const end = start + bytes.readUInt32BE(at);
    const data = bytes.subarray(start, end);
    at = end + checksumLength;
    yield;
    if (!metadataTypes.has(type)) continue;
    chunksLeft -= 1;
    // The checksum covers the type and the data.
    const checkedBytes = bytes.subarray(start - 4, end);
    const checksum = crc32(checkedBytes);
    if (type === 'eXIf') yield* eraseExifLocation(data);
    else yield* eraseInText(type, data, budget);
    // A truncated chunk has no checksum.
    if (at <= bytes.length && crc32(checkedBytes) !== checksum) bytes.writeUInt32BE(crc32(checkedBytes), end);
  }
}

/** How much is left of the two limits. */
interface Budget {
  unpacked: number;
  profiles: number;
}

const metadataTypes = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt']);

/** Maximum length of a keyword (PNG third edition, section 11.3.3.2). */
const maxKeywordLength = 79;

async function* eraseInText(type: string, data: Buffer, budget: Budget): AsyncSteps<void> {
  const keywordEnd = data.subarray(0, maxKeywordLength + 1).indexOf(0);
  if (keywordEnd < 0) return;
  const keyword = data.toString('latin1', 0, keywordEnd);
  if (keyword !== xmpKeyword && !profileKeyword.test(keyword) && !isLocationName(data.subarray(0, keywordEnd))) return;

  const rest = data.subarray(keywordEnd + 1);
  if (type === 'tEXt') return yield* eraseInPlainText(keyword, rest, budget);
  // zTXt: a compression method byte, then the text. iTXt: compression flag, method, language, translated keyword, text.
  if (type === 'zTXt') return yield* eraseInCompressedText(keyword, rest.subarray(1), budget);
  const languageEnd = rest.indexOf(0, 2);
  const translationEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
  if (translationEnd < 0) return;
  const text = rest.subarray(translationEnd + 1);
  yield* (rest[0] === 1 ? eraseInCompressedText : eraseInPlainText)(keyword, text, budget);
}

function* eraseInPlainText(keyword: string, text: Buffer, budget: Budget): Steps<void> {
  if (profileKeyword.test(keyword) && (budget.profiles -= text.length) >= 0) yield* eraseInProfile(text);
  else if (keyword === xmpKeyword) yield* eraseXmpLocation(text);
  else text.fill(' ');
}

/** Erases the location in a profile: a line with its name, a line with its length, and lines of hexadecimal digits. */
function* eraseInProfile(text: Buffer): Steps<void> {
  const [header] = /^\s*\S+\s+\d+\s/.exec(text.toString('latin1', 0, 100)) ?? [''];
  const digits = text.subarray(header.length);
  const profile = decodeDigits(digits);
  yield;
  yield* eraseExifLocation(profile);
  yield* eraseXmpLocation(profile);
  encodeDigits(profile, digits);
}

/** Value of a hexadecimal digit, by its character code; 255 for every other character. */
const digitValues = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\da-f]/i.test(character) ? parseInt(character, 16) : 255;
});
const digitCodes = Buffer.from('0123456789abcdef');

/** Decodes hexadecimal digits, ignoring everything between them. */
function decodeDigits(digits: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.ceil(digits.length / 2));
  let count = 0;
  digits.forEach((code) => {
    const value = digitValues[code] ?? 255;
    if (value === 255) return;
    bytes[count >> 1] = ((bytes[count >> 1] ?? 0) << 4) | value;
    count += 1;
  });
  return bytes.subarray(0, count >> 1);
}

/** Replaces the digits from which the bytes were decoded, if they have changed. */
function encodeDigits(bytes: Buffer, digits: Buffer): void {
  let count = 0;
  for (let at = 0; at < digits.length && count < bytes.length * 2; at += 1) {
    const old = digitValues[digits[at] ?? 0] ?? 255;
    if (old === 255) continue;
    const byte = bytes[count >> 1] ?? 0;
    const value = count % 2 === 0 ? byte >> 4 : byte & 15;
    if (value !== old) digits[at] = digitCodes[value] ?? 0;
    count += 1;
  }
}

const inflateInThread = promisify(inflate);
const deflateInThread = promisify(deflate);
const emptyStream = deflateSync('');

/**
 * Erases the location in compressed text. Spaces compress well, so the result usually fits into the original space;
 * readers ignore bytes after the compressed stream. Text that does not fit, is corrupt or exceeds the limit is replaced
 * by empty text.
 */
async function* eraseInCompressedText(keyword: string, packed: Buffer, budget: Budget): AsyncSteps<void> {
  const text = await unpack(packed, budget);
  const streams = [emptyStream];
  if (text) {
    const before = crc32(text);
    yield* eraseInPlainText(keyword, text, budget);
    if (crc32(text) === before) return;
    streams.unshift(await deflateInThread(text, { level: 9 }));
  }
  packed.fill(0);
  streams.find((stream) => stream.length <= packed.length)?.copy(packed);
}

/** Returns undefined if the stream is corrupt or exceeds the budget. In both cases the budget is used up. */
async function unpack(packed: Buffer, budget: Budget): Promise<Buffer | undefined> {
  if (budget.unpacked === 0) return undefined;
  try {
    const text = await inflateInThread(packed, { maxOutputLength: budget.unpacked });
    budget.unpacked -= text.length;
    return text;
  } catch {
    budget.unpacked = 0;
    return undefined;
  }
}
