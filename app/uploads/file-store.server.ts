import type { Readable } from 'node:stream';

/** Where the bytes of visitors' files are kept. Knows keys only: names and owners are the database's. */
export interface FileStore {
  /** Begins a file. Nothing is readable under its key until `commit`. */
  create(): Promise<FileWriter>;
  /** The bytes of a committed file. Errors of the medium arrive on the stream. */
  open(key: string): Readable;
  /** Deletes a committed file; one that is gone already is fine. */
  remove(key: string): Promise<void>;
  /** Every committed or unfinished file, with the moment of its last change in milliseconds. */
  list(): AsyncIterable<{ key: string; modifiedAt: number }>;
}

export interface FileWriter {
  readonly key: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the file durable and readable under its key: after this it survives a power cut. */
  commit(): Promise<void>;
  /** Gives the file up and leaves nothing behind. */
  discard(): Promise<void>;
}

/** The medium refused: full, read-only, broken. Never the visitor's mistake. */
export class StorageError extends Error {
  override name = 'StorageError';
}
