import type { Steps } from '#app/clock/time-slices.ts';

/** A range of byte offsets in a file; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Joins ranges of `bytes`, lets `edit` modify the joined bytes in place, and copies them back. */
export function* editAsContiguous(
  bytes: Buffer,
  ranges: readonly ByteRange[],
  edit: (joined: Buffer) => Steps<void>,
): Steps<void> {
  const parts = ranges.map(({ start, end }) => bytes.subarray(start, end));
  if (parts.length === 1 && parts[0]) {
    yield* edit(parts[0]);
    return;
  }
  const joined = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let to = 0;
  for (const part of parts) to += part.copy(joined, to);
  yield* edit(joined);
  let from = 0;
  for (const part of parts) from += joined.copy(part, 0, from);
  // Frees megabytes at once, instead of with the garbage of several pictures. Node 20 has no such method.
  (joined.buffer as { transfer?: (size: number) => unknown }).transfer?.(0);
}
