import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from '../storage/file-store.server.ts';

/** Matches an upload id: 32 hex digits from the hash of the draft token, then 128 random bits in hex. */
export const uploadIdPattern = /^[0-9a-f]{64}$/;
/** Length of the draft prefix of an upload id. */
export const draftPrefixLength = 32;

/**
 * Deletes unfinished uploads whose draft has been deleted.
 * @param folder folder of unfinished uploads, each with a metadata file that contains the file's name
 */
export async function sweepUnfinishedUploads(database: Database, folder: string): Promise<void> {
  // Read the folder first: an upload started later may have a draft that the query does not return.
  const names = await readdir(folder).catch(emptyIfMissing);
  const rows = await database.selectFrom('drafts').select('id').execute();
  const existing = new Set(rows.map((row) => row.id.slice(0, draftPrefixLength)));
  for (const name of names) {
    const isOrphaned =
      uploadIdPattern.test(name.replace(/\.json$/, '')) && !existing.has(name.slice(0, draftPrefixLength));
    if (isOrphaned) await rm(join(folder, name), { force: true });
  }
}

/** Deletes the unfinished uploads of deleted drafts. */
export async function removeUnfinishedUploads(draftIds: readonly string[], folder: string): Promise<void> {
  const deleted = new Set(draftIds.map((id) => id.slice(0, draftPrefixLength)));
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    const isUpload = uploadIdPattern.test(name.replace(/\.json$/, ''));
    if (isUpload && deleted.has(name.slice(0, draftPrefixLength))) await rm(join(folder, name), { force: true });
  }
}

/** Deletes unfinished uploads of the given files: they declare the same size, and their bytes so far are identical. */
export async function removePartialCopies(
  files: readonly { size: number; storageKey: string }[],
  store: Pick<FileStore, 'open'>,
  folder: string,
): Promise<void> {
  if (files.length === 0) return;
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    if (!uploadIdPattern.test(name)) continue;
    const path = join(folder, name);
    const declaredSize = await readDeclaredSize(path);
    for (const { storageKey } of files.filter(({ size }) => size === declaredSize)) {
      if (!(await isPartialCopy(path, store, storageKey))) continue;
      await rm(path, { force: true });
      await rm(`${path}.json`, { force: true });
      break;
    }
  }
}

/** Reads the declared size of an upload in bytes; undefined if there is no metadata, as after its completion. */
export async function readDeclaredSize(path: string): Promise<number | undefined> {
  try {
    return (JSON.parse(await readFile(`${path}.json`, 'utf8')) as { size?: number }).size;
  } catch {
    return undefined;
  }
}

async function isPartialCopy(path: string, store: Pick<FileStore, 'open'>, storageKey: string): Promise<boolean> {
  try {
    const { size } = await stat(path);
    if (size === 0) return false;
    const [arrived, stored] = await Promise.all([
      hashStart(createReadStream(path), size),
      hashStart(store.open(storageKey), size),
    ]);
    return arrived === stored;
  } catch {
    // One of the files has been deleted in the meantime.
    return false;
  }
}

/** Returns the SHA-256 hash of the first `length` bytes of a stream. */
async function hashStart(stream: Readable, length: number): Promise<string> {
  const hash = createHash('sha256');
  let remaining = length;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk.subarray(0, remaining));
    remaining -= chunk.length;
    if (remaining <= 0) break;
  }
  return hash.digest('hex');
}

/** Returns no names for a missing folder: it does not exist before the first start of the site. */
function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
