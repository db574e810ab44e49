import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Suffix of incomplete files. */
export const partialSuffix = '.part';

/** Returns the SHA-256 of a file in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Copies a file; only the current user can access the copy. It appears under its name once it is complete and synced.
 * The caller must sync the folder.
 * @returns its SHA-256 in hexadecimal
 */
export async function copyFile(from: string, to: string): Promise<string> {
  const part = to + partialSuffix;
  await rm(part, { force: true });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), hashing, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
  await syncFile(part);
  await rename(part, to);
  return hash.digest('hex');
}

/** Creates a hard link, which takes no space, or copies the file. @returns its SHA-256 in hexadecimal */
export async function linkOrCopyFile(from: string, to: string): Promise<string> {
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    return copyFile(from, to);
  }
  return sha256Of(to);
}

/** Makes a file's content durable. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
