import type { Readable } from 'node:stream';

/** Stores the bytes of visitors' files by key. Names and owners are kept in the database. */
export interface FileStore {
  /** Starts a file. Nothing is readable under its key until `commit`. */
  create(): Promise<FileWriter>;
  /** The bytes of a committed file. Read errors are emitted on the stream. */
  open(key: string): Readable;
  /** The size of a committed file in bytes; undefined if it does not exist. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Deletes a committed file; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Every committed or unfinished file, with its modification time (Unix time in ms). */
  list(): AsyncIterable<{ key: string; modifiedAt: number }>;
}

/** Writes one file. End with either `commit` or `discard`. */
export interface FileWriter {
  readonly key: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the file readable under its key and durable: it survives a power cut. */
  commit(): Promise<void>;
  /** Deletes what has been written. */
  discard(): Promise<void>;
}

/** The storage medium failed: full, read-only or broken. Never caused by the visitor's input. */
export class StorageError extends Error {
  override name = 'StorageError';
}

/** There is not enough disk space for the write; other operations still work. */
export class NoRoomError extends StorageError {
  override name = 'NoRoomError';
}
