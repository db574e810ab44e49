/** Bytes `start` to `end` of a file, the latter not included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Lets a function change, in place, what a file keeps in several pieces as if it were one. */
export function changeJoined(bytes: Buffer, ranges: readonly ByteRange[], change: (joined: Buffer) => void): void {
  const pieces = ranges.map(({ start, end }) => bytes.subarray(start, end));
  if (pieces.length === 1 && pieces[0]) {
    change(pieces[0]);
    return;
  }
  const joined = Buffer.concat(pieces);
  change(joined);
  let from = 0;
  for (const piece of pieces) from += joined.copy(piece, 0, from);
}
