/** A range of byte offsets in a file; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Joins ranges of `bytes`, lets `edit` modify the joined bytes in place, and copies them back. */
export function editAsContiguous(bytes: Buffer, ranges: readonly ByteRange[], edit: (joined: Buffer) => void): void {
  const parts = ranges.map(({ start, end }) => bytes.subarray(start, end));
  if (parts.length === 1 && parts[0]) {
    edit(parts[0]);
    return;
  }
  const joined = Buffer.concat(parts);
  edit(joined);
  let from = 0;
  for (const part of parts) from += joined.copy(part, 0, from);
}
