import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { eraseExifLocation } from './exif.server.ts';
import { eraseXmpLocation, isLocationName } from './xmp.server.ts';

/** Sizes of the file signature, of the length and type of a chunk, and of its checksum (bytes). */
const signatureLength = 8;
const headerLength = 8;
const checksumLength = 4;

/** Keywords of text chunks with Exif or XMP: those of XMP part 3, 1.1.5, and of ImageMagick's hexadecimal profiles. */
const xmpKeyword = 'XML:com.adobe.xmp';
const profileKeyword = /^Raw profile type (?:exif|app1|xmp)$/i;

/** Maximum total unpacked size of compressed text (bytes), far above that of a genuine picture. */
const maxUnpackedBytes = 16 * 1024 * 1024;

/**
 * Maximum total length of hexadecimal profiles (characters); beyond it they are erased as a whole. The profiles of
 * genuine pictures have tens of thousands of characters. Processing a profile takes about ten times its length in
 * memory.
 */
const maxProfileLength = 4 * 1024 * 1024;

/** Maximum number of metadata chunks, far above that of a genuine picture. */
const maxChunks = 10_000;

/**
 * Erases the location in the Exif and XMP of a PNG (PNG third edition, section 11.3): `eXIf` and the three text chunks.
 */
export function erasePngLocation(bytes: Buffer): void {
  const budget = { unpacked: maxUnpackedBytes, profiles: maxProfileLength };
  let chunksLeft = maxChunks;
  for (let at = signatureLength; at + headerLength <= bytes.length && chunksLeft > 0;) {
    const type = bytes.toString('latin1', at + 4, at + headerLength);
    const start = at + headerLength;
    const end = start + bytes.readUInt32BE(at);
    const data = bytes.subarray(start, end);
    at = end + checksumLength;
    if (!metadataTypes.has(type)) continue;
    chunksLeft -= 1;
    // The checksum covers the type and the data.
    const checkedBytes = bytes.subarray(start - 4, end);
    const checksum = crc32(checkedBytes);
    if (type === 'eXIf') eraseExifLocation(data);
    else eraseInText(type, data, budget);
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

function eraseInText(type: string, data: Buffer, budget: Budget): void {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 0) return;
  const keyword = data.toString('latin1', 0, keywordEnd);
  if (keyword !== xmpKeyword && !profileKeyword.test(keyword) && !isLocationName(keyword)) return;

  const rest = data.subarray(keywordEnd + 1);
  if (type === 'tEXt') return eraseInPlainText(keyword, rest, budget);
  // zTXt: a compression method byte, then the text. iTXt: compression flag, method, language, translated keyword, text.
  if (type === 'zTXt') return eraseInCompressedText(keyword, rest.subarray(1), budget);
  const languageEnd = rest.indexOf(0, 2);
  const translationEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
  if (translationEnd < 0) return;
  const text = rest.subarray(translationEnd + 1);
  if (rest[0] === 1) eraseInCompressedText(keyword, text, budget);
  else eraseInPlainText(keyword, text, budget);
}

function eraseInPlainText(keyword: string, text: Buffer, budget: Budget): void {
  if (profileKeyword.test(keyword) && (budget.profiles -= text.length) >= 0) eraseInProfile(text);
  else if (keyword === xmpKeyword) eraseXmpLocation(text);
  else text.fill(' ');
}

/** Erases the location in a profile: a line with its name, a line with its length, and lines of hexadecimal digits. */
function eraseInProfile(text: Buffer): void {
  const [header] = /^\s*\S+\s+\d+\s/.exec(text.toString('latin1', 0, 100)) ?? [''];
  const digits = text.toString('latin1', header.length);
  const profile = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  const before = Buffer.from(profile);
  eraseExifLocation(profile);
  eraseXmpLocation(profile);
  if (profile.equals(before)) return;
  const cleaned = profile.toString('hex');
  let nextDigit = 0;
  for (let at = header.length; nextDigit < cleaned.length; at += 1) {
    if (/\S/.test(String.fromCharCode(text[at] ?? 0))) text[at] = cleaned.charCodeAt(nextDigit++);
  }
}

const emptyStream = deflateSync('');

/**
 * Erases the location in compressed text. Spaces compress well, so the result usually fits into the original space;
 * readers ignore bytes after the compressed stream. Text that does not fit, is corrupt or exceeds the limit is replaced
 * by empty text.
 */
function eraseInCompressedText(keyword: string, packed: Buffer, budget: Budget): void {
  const text = unpack(packed, budget);
  const streams = [emptyStream];
  if (text) {
    const before = Buffer.from(text);
    eraseInPlainText(keyword, text, budget);
    if (text.equals(before)) return;
    streams.unshift(deflateSync(text, { level: 9 }));
  }
  packed.fill(0);
  streams.find((stream) => stream.length <= packed.length)?.copy(packed);
}

/** Returns undefined if the stream is corrupt or exceeds the budget. In both cases the budget is used up. */
function unpack(packed: Buffer, budget: Budget): Buffer | undefined {
  if (budget.unpacked === 0) return undefined;
  try {
    const text = inflateSync(packed, { maxOutputLength: budget.unpacked });
    budget.unpacked -= text.length;
    return text;
  } catch {
    budget.unpacked = 0;
    return undefined;
  }
}
