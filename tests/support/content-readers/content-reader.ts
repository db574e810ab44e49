import { createCipheriv } from 'node:crypto';

/** A part of the site that reads content which the company has not written: what is in a file, or in an answer. */
export interface ContentReader {
  name: string;
  /** The files that read it, below `app`. */
  sources: readonly string[];
  /** Size of the largest content that it reads (bytes). */
  maxBytes: number;
  /** Whether it reads JSON, which takes more memory. */
  readsJson?: true;
  /** The form that accepts such files, if any. */
  form?: 'evacuation' | 'contact';
  /** Contents of at most a given size (bytes): honest ones, and those with as much work inside as possible. */
  contents: readonly Content[];
  /** Loads and prepares the reader, once per process. */
  open(): Promise<OpenReader>;
}

export type Content = readonly [name: string, bytes: (size: number) => Buffer];

export interface OpenReader {
  /** Reads a content to the end, or refuses it. */
  read(content: Buffer): Promise<unknown>;
  close?(): Promise<void>;
}

/** Size up to which each reader is measured (bytes), unless it reads less. */
export const largestContent = 10_000_000;

/**
 * Returns contents that repeat a few pieces in random order, within a frame. Whatever costs more than its size usually
 * needs only few of them: an opening without an end, a name that is found again and again.
 * @param seeds each seed is another content
 */
export function piecesInDisorder(
  pieces: readonly (string | Buffer)[],
  seeds: readonly number[],
  frame: (filling: Buffer) => Buffer,
): Content[] {
  return seeds.map((seed) => {
    let state = seed * 7_919 + 1;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    random(1);
    const count = 1 + random(4);
    const chosen = Array.from({ length: count }, () => pieces[random(pieces.length)] ?? '');
    const unit = Buffer.concat(
      chosen.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
    );
    const name = `again and again ${JSON.stringify(unit.toString('latin1').slice(0, 60))}`;
    return [name, (size) => frame(Buffer.alloc(Math.max(unit.length, size - frameLength(frame)), unit))] as const;
  });
}

function frameLength(frame: (filling: Buffer) => Buffer): number {
  return frame(Buffer.alloc(0)).length;
}

/** Returns bytes that compress to about their own size, always the same. */
export function noise(size: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(size));
}

/** Returns a function that builds a content at its first call. */
export function once(build: () => Buffer): () => Buffer {
  let built: Buffer | undefined;
  return () => (built ??= build());
}
