import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type FileStore, type FileWriter, OutOfSpaceError, StorageError } from '../file-store.server.ts';
import type { Bucket } from './bucket.server.ts';

/** The size of a part (bytes), the smallest that S3 accepts: each file that is being written keeps one in memory. */
const partSize = 5 * 1024 * 1024;

/** Prefix of the names of all files. */
const folder = 'files/';
const partialSuffix = '.part';
const keyPattern = /^[0-9a-f]{32}$/;
/** Maximum memory for all files that are being written (bytes), however slowly they arrive. */
const maxMemory = 256 * 1024 * 1024;
/** Reading fails after this many broken connections without a single byte in between. */
const maxFailedReads = 3;

/**
 * Opens a file store in a bucket. A file of up to 5 MiB is one object; a larger one is sent in parts, which S3 joins
 * into one object only when all of them have arrived. Nobody can read objects without the keys to the bucket.
 * @param memory the memory that all files that are being written may take together (bytes)
 */
export function openBucketStore(bucket: Bucket, memory = maxMemory): FileStore {
  const free = { memory };

  async function copy(path: string): Promise<string> {
    const writer = openWriter(bucket, newKey(), free);
    try {
      const source = createReadStream(path) as AsyncIterable<Uint8Array>;
      for await (const chunk of source) await writer.write(chunk);
      await writer.commit();
    } catch (error) {
      await writer.discard();
      throw error instanceof StorageError ? error : new StorageError('An upload could not be read', { cause: error });
    }
    return writer.key;
  }

  return {
    create: (key = newKey()) => Promise.resolve(openWriter(bucket, key, free)),
    adopt: copy,
    open: (key) => Readable.from(read(bucket, nameOf(key)), { objectMode: false }),
    sizeOf: (key) => bucket.sizeOf(nameOf(key)),
    async remove(key) {
      if (!key.endsWith(partialSuffix)) return bucket.remove(nameOf(key));
      const name = nameOf(key.slice(0, -partialSuffix.length));
      for await (const started of bucket.listStarted(name)) await bucket.abortParts(started.name, started.id);
    },
    async *list() {
      for await (const { name, modifiedAt } of bucket.listStarted(folder)) {
        const key = keyOf(name);
        if (key !== undefined) yield { key: key + partialSuffix, modifiedAt };
      }
      for await (const { name, modifiedAt } of bucket.list(folder)) {
        const key = keyOf(name);
        if (key !== undefined) yield { key, modifiedAt };
      }
    },
  };
}

const newKey = () => randomBytes(16).toString('hex');

function nameOf(key: string): string {
  if (!keyPattern.test(key)) throw new StorageError(`Malformed storage key: ${JSON.stringify(key)}`);
  return folder + key;
}

function keyOf(name: string): string | undefined {
  const key = name.slice(folder.length);
  return keyPattern.test(key) ? key : undefined;
}

/** @param free the memory that is left for all files that are being written (bytes) */
function openWriter(bucket: Bucket, key: string, free: { memory: number }): FileWriter {
  const name = nameOf(key);
  let chunks: Uint8Array[] = [];
  let length = 0;
  /** The id of the multipart upload, once a part has been sent. */
  let id: string | undefined;
  const tags: string[] = [];

  /** Sends what is in memory. */
  async function flush(send: (bytes: Buffer) => Promise<void>): Promise<void> {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    length = 0;
    try {
      await send(bytes);
    } finally {
      free.memory += bytes.length;
    }
  }

  const sendPart = () =>
    flush(async (bytes) => {
      id ??= await bucket.startParts(name);
      tags.push(await bucket.putPart({ name, id, number: tags.length + 1, bytes }));
    });

  return {
    key,
    async write(chunk) {
      if (free.memory < chunk.length) throw new OutOfSpaceError('Too many files are being received');
      free.memory -= chunk.length;
      // The caller may reuse the memory of the chunk.
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length >= partSize) await sendPart();
    },
    async commit() {
      if (id === undefined) return flush((bytes) => bucket.put(name, bytes));
      if (length > 0) await sendPart();
      return bucket.completeParts(name, id, tags);
    },
    async discard() {
      chunks = [];
      free.memory += length;
      length = 0;
      if (id !== undefined) await bucket.abortParts(name, id);
    },
  };
}

/**
 * Reads an object. If the connection breaks, or the bucket closes it because the reader is slow, a new one continues
 * where it ended.
 */
async function* read(bucket: Bucket, name: string): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (let failures = 0; ;) {
    const body = await bucket.get(name, position);
    if (!body) throw Object.assign(new Error(`ENOENT: no such object, open '${name}'`), { code: 'ENOENT' });
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        failures = 0;
        position += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      failures += 1;
      if (failures === maxFailedReads) throw new StorageError('A file could not be read to its end', { cause: error });
    }
  }
}
