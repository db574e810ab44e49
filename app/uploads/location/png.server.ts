import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { blankExifLocation } from './exif.server.ts';
import { blankXmpLocation, namesLocation } from './xmp.server.ts';

/** Sizes in bytes of the signature, of a chunk's length and type, and of its checksum. */
const signatureLength = 8;
const headLength = 8;
const checksumLength = 4;

/** Keywords of text chunks with Exif or XMP: XMP part 3, 1.1.5, and ImageMagick's hexadecimal profiles. */
const xmpKeyword = 'XML:com.adobe.xmp';
const profileKeyword = /^Raw profile type (?:exif|app1|xmp)$/i;

/** Limit of the total unpacked size of compressed texts (bytes), far above that of a genuine picture. */
const maxUnpackedBytes = 16 * 1024 * 1024;

/**
 * Limit of the total length of hexadecimal profiles (characters); beyond it they are blanked as a whole. Those of genuine
 * pictures have some ten thousand characters. Processing a profile takes about ten times its length in memory.
 */
const maxProfileLength = 4 * 1024 * 1024;

/** Limit of the number of metadata chunks, far above that of a genuine picture. */
const maxChunks = 10_000;

/** Erases the location in the Exif and XMP of a PNG (PNG third edition, section 11.3): `eXIf` and the three text chunks. */
export function blankPngLocation(bytes: Buffer): void {
  const budget = { unpacked: maxUnpackedBytes, profiles: maxProfileLength };
  let chunksLeft = maxChunks;
  for (let at = signatureLength; at + headLength <= bytes.length && chunksLeft > 0;) {
    const type = bytes.toString('latin1', at + 4, at + headLength);
    const start = at + headLength;
    const end = start + bytes.readUInt32BE(at);
    const data = bytes.subarray(start, end);
    at = end + checksumLength;
    if (!metadataTypes.has(type)) continue;
    chunksLeft -= 1;
    // The checksum covers type and data.
    const summed = bytes.subarray(start - 4, end);
    const sum = crc32(summed);
    if (type === 'eXIf') blankExifLocation(data);
    else blankText(type, data, budget);
    // A truncated chunk has no checksum.
    if (at <= bytes.length && crc32(summed) !== sum) bytes.writeUInt32BE(crc32(summed), end);
  }
}

/** What remains of the two limits. */
interface Budget {
  unpacked: number;
  profiles: number;
}

const metadataTypes = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt']);

function blankText(type: string, data: Buffer, budget: Budget): void {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 0) return;
  const keyword = data.toString('latin1', 0, keywordEnd);
  if (keyword !== xmpKeyword && !profileKeyword.test(keyword) && !namesLocation(keyword)) return;

  const rest = data.subarray(keywordEnd + 1);
  if (type === 'tEXt') return blankPlain(keyword, rest, budget);
  // zTXt: a compression method byte, then the text. iTXt: compression flag, method, language, translated keyword, text.
  if (type === 'zTXt') return blankCompressed(keyword, rest.subarray(1), budget);
  const languageEnd = rest.indexOf(0, 2);
  const translationEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
  if (translationEnd < 0) return;
  const text = rest.subarray(translationEnd + 1);
  if (rest[0] === 1) blankCompressed(keyword, text, budget);
  else blankPlain(keyword, text, budget);
}

function blankPlain(keyword: string, text: Buffer, budget: Budget): void {
  if (profileKeyword.test(keyword) && (budget.profiles -= text.length) >= 0) blankProfile(text);
  else if (keyword === xmpKeyword) blankXmpLocation(text);
  else text.fill(' ');
}

/** A profile is its name and its length, each on a line, followed by lines of hexadecimal digits. */
function blankProfile(text: Buffer): void {
  const [head] = /^\s*\S+\s+\d+\s/.exec(text.toString('latin1', 0, 100)) ?? [''];
  const digits = text.toString('latin1', head.length);
  const profile = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  const before = Buffer.from(profile);
  blankExifLocation(profile);
  blankXmpLocation(profile);
  if (profile.equals(before)) return;
  const cleaned = profile.toString('hex');
  let next = 0;
  for (let at = head.length; next < cleaned.length; at += 1) {
    if (/\S/.test(String.fromCharCode(text[at] ?? 0))) text[at] = cleaned.charCodeAt(next++);
  }
}

const emptyStream = deflateSync('');

/**
 * Spaces compress well, so the text without the location usually fits where the original was; readers ignore bytes after
 * the compressed stream. A text that does not fit, is corrupt or exceeds the limit is replaced by an empty one.
 */
function blankCompressed(keyword: string, packed: Buffer, budget: Budget): void {
  const text = unpacked(packed, budget);
  const streams = [emptyStream];
  if (text) {
    const before = Buffer.from(text);
    blankPlain(keyword, text, budget);
    if (text.equals(before)) return;
    streams.unshift(deflateSync(text, { level: 9 }));
  }
  packed.fill(0);
  streams.find((stream) => stream.length <= packed.length)?.copy(packed);
}

/** Undefined if the stream is corrupt or exceeds the budget, which is used up in both cases. */
function unpacked(packed: Buffer, budget: Budget): Buffer | undefined {
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
