import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { blankExifLocation } from './exif.server.ts';
import { blankXmpLocation, namesLocation } from './xmp.server.ts';

/** Bytes of the signature, of length and type before a chunk's data, and of the check sum behind. */
const signatureLength = 8;
const headLength = 8;
const sumLength = 4;

/** Texts in which programs keep Exif or XMP: XMP part 3, 1.1.5, and the profiles of ImageMagick, which are hexadecimal. */
const xmpKeyword = 'XML:com.adobe.xmp';
const profileKeyword = /^Raw profile type (?:exif|app1|xmp)$/i;

/** Compressed texts are looked at until they have unpacked to this much; none of an honest picture comes near. */
const mostUnpacked = 16 * 1024 * 1024;

/**
 * Hexadecimal profiles are read until they add up to this many characters, and blanked whole from there on. Those of
 * honest pictures have some ten thousand; one takes about ten times its length in memory meanwhile.
 */
const mostProfileText = 4 * 1024 * 1024;

/** Chunks with texts; far more than a picture has. */
const mostChunks = 10_000;

/** Exif and XMP of a PNG (PNG third edition, section 11.3): `eXIf`, and the three kinds of text. */
export function blankPngLocation(bytes: Buffer): void {
  const budget = { unpacked: mostUnpacked, profiles: mostProfileText };
  let chunksLeft = mostChunks;
  for (let at = signatureLength; at + headLength <= bytes.length && chunksLeft > 0;) {
    const type = bytes.toString('latin1', at + 4, at + headLength);
    const start = at + headLength;
    const end = start + bytes.readUInt32BE(at);
    const data = bytes.subarray(start, end);
    at = end + sumLength;
    if (!metadataTypes.has(type)) continue;
    chunksLeft -= 1;
    // The check sum covers type and data.
    const summed = bytes.subarray(start - 4, end);
    const sum = crc32(summed);
    if (type === 'eXIf') blankExifLocation(data);
    else blankText(type, data, budget);
    // A chunk that is cut off has no sum.
    if (at <= bytes.length && crc32(summed) !== sum) bytes.writeUInt32BE(crc32(summed), end);
  }
}

/** What is left of both. */
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
  // One byte says the method of compression; in iTXt one before it whether there is any, and two names follow.
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

/** Two lines with the profile's name and its length, then hexadecimal digits in lines. */
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
 * Blanks compress well, so that the text without the place fits where the whole one was; readers ignore what follows a
 * compressed stream. A text that still does not fit, is broken, or too long to be looked at, becomes an empty one.
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

/** Undefined when there is nothing to be read: the stream is broken or unpacks to too much. Both use the budget up. */
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
