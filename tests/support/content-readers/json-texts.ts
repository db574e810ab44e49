import { type Content, piecesInDisorder } from './content-reader.ts';

/**
 * Returns a text with a piece that is repeated up to a size (bytes), such as a long list in an otherwise honest answer.
 * @param piece the same piece again and again, or one that depends on its index
 */
export function repeatedIn(beginning: string, piece: string | ((index: number) => string), end: string): Content[1] {
  return (size) => {
    const room = Math.max(0, size - Buffer.byteLength(beginning) - Buffer.byteLength(end));
    return Buffer.concat([Buffer.from(beginning), fill(room, piece), Buffer.from(end)]);
  };
}

/** Fills as much as possible of a size with whole pieces. */
function fill(size: number, piece: string | ((index: number) => string)): Buffer {
  if (typeof piece === 'string') {
    const length = Buffer.byteLength(piece);
    return length === 0 ? Buffer.alloc(0) : Buffer.alloc(Math.floor(size / length) * length, piece);
  }
  const filling = Buffer.alloc(size);
  let length = 0;
  for (let index = 0; ; index += 1) {
    const next = piece(index);
    if (length + next.length > size) return filling.subarray(0, length);
    length += filling.write(next, length, 'latin1');
  }
}

/** JSON texts that are cheap to send and possibly expensive to read. Not all of them are valid. */
export const jsonTexts: readonly Content[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['opening brackets', repeatedIn('', '[', '')],
  ['opening braces', repeatedIn('', '{"a":', '')],
  ['nested arrays', (size) => Buffer.concat([Buffer.alloc(size / 2, '['), Buffer.alloc(size / 2, ']')])],
  ['nested objects', nestedObjects],
  ['empty arrays', repeatedIn('[', '[],', '[]]')],
  ['empty objects', repeatedIn('[', '{},', '{}]')],
  ['small numbers', repeatedIn('[', '1,', '1]')],
  ['a number of many digits', repeatedIn('[', '9', ']')],
  ['a fraction of many digits', repeatedIn('[1.', '9', 'e-5]')],
  ['a string of escapes', repeatedIn('["', '\\u0041', '"]')],
  ['a string of backslashes', repeatedIn('["', '\\\\', '"]')],
  ['a string without an end', repeatedIn('["', 'a', '')],
  ['one long string', repeatedIn('"', 'ب', '"')],
  ['different keys', repeatedIn('{', (index) => `"${index.toString(36)}":1,`, '"a":1}')],
  ['the same key', repeatedIn('{', '"a":1,', '"a":1}')],
  ['blanks', repeatedIn('[', ' \n', ']')],
  ['bytes that are no text', (size) => Buffer.alloc(size, 0xff)],
];

/** Returns JSON texts that repeat a few pieces in random order. @param frame puts them into a text */
export function jsonInDisorder(
  seeds: readonly number[],
  frame: (filling: Buffer) => Buffer = (filling) => filling,
): Content[] {
  const pieces = ['[', ']', '{', '}', '"', ',', ':', '\\', '1', 'e', '-', ' ', 'null', '"a":', '[[', '{},', '\\u0000'];
  return piecesInDisorder(pieces, seeds, frame);
}

function nestedObjects(size: number): Buffer {
  const depth = Math.floor(size / 6);
  return Buffer.concat([Buffer.alloc(depth * 5, '{"a":'), Buffer.from('1'), Buffer.alloc(depth, '}')]);
}
