import type { Readable } from 'node:stream';

/** Stores the bytes of visitors' files by key. Names and owners are kept in the database. */
export interface FileStore {
  /**
   * Starts a file, which cannot be read until `commit`.
   * @param key a random one by default; otherwise the key of a file in another store, which this store must not have
   *   yet
   */
  create(key?: string): Promise<FileWriter>;
  /**
   * Stores a complete file from this machine, and leaves it in place: as a hard link, which takes no space, or as a
   * copy if it is on another disk. It is durable when this returns.
   * @returns the key
   * @throws {StorageError} if the storage medium fails, and {@link OutOfSpaceError} if a copy does not fit
   */
  adopt(path: string): Promise<string>;
  /** Opens a committed file for reading. Errors are emitted on the stream. */
  open(key: string): Readable;
  /** Returns the size of a committed file in bytes; undefined if it does not exist. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Deletes a committed or unfinished file. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Lists all committed and unfinished files with their modification times (Unix time in ms). */
  list(): AsyncIterable<{ key: string; modifiedAt: number }>;
}

/** Writes one file. Call either `commit` or `discard` at the end. */
export interface FileWriter {
  readonly key: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the file readable under its key, and durable, so that it survives a power cut. */
  commit(): Promise<void>;
  /** Deletes the unfinished file. */
  discard(): Promise<void>;
}

/** Thrown when the storage medium is full, read-only or broken; never because of visitor input. */
export class StorageError extends Error {
  override name = 'StorageError';
}

/** Thrown when there is not enough disk space for a write. Other operations still work. */
export class OutOfSpaceError extends StorageError {
  override name = 'OutOfSpaceError';
}
