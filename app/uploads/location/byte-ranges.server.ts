/** A range of byte offsets in a file; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Joins ranges of `bytes`, lets `change` modify the joined bytes in place, and copies them back. */
export function changeJoined(bytes: Buffer, ranges: readonly ByteRange[], change: (joined: Buffer) => void): void {
  const parts = ranges.map(({ start, end }) => bytes.subarray(start, end));
  if (parts.length === 1 && parts[0]) {
    change(parts[0]);
    return;
  }
  const joined = Buffer.concat(parts);
  change(joined);
  let from = 0;
  for (const part of parts) from += joined.copy(part, 0, from);
}
