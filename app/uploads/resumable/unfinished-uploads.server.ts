import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from '../storage/file-store.server.ts';

/** An upload id: 32 hex digits of the draft (from the hash of its token), then 128 random bits. */
export const uploadId = /^[0-9a-f]{64}$/;
/** Length of an upload id's draft prefix. */
export const draftPrefixLength = 32;

/**
 * Deletes unfinished uploads whose draft has been deleted.
 * @param folder of unfinished uploads, each with a metadata file that holds its name
 */
export async function sweepUnfinishedUploads(database: Database, folder: string): Promise<void> {
  // Read the folder first: uploads started later may have drafts that the query below does not return.
  const names = await readdir(folder).catch(emptyIfMissing);
  const rows = await database.selectFrom('drafts').select('id').execute();
  const existing = new Set(rows.map((row) => row.id.slice(0, draftPrefixLength)));
  for (const name of names) {
    const isGone = uploadId.test(name.replace(/\.json$/, '')) && !existing.has(name.slice(0, draftPrefixLength));
    if (isGone) await rm(join(folder, name), { force: true });
  }
}

/** Deletes the unfinished uploads of drafts that have just been deleted. */
export async function removeUnfinishedOf(draftIds: readonly string[], folder: string): Promise<void> {
  const deleted = new Set(draftIds.map((id) => id.slice(0, draftPrefixLength)));
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    const isUpload = uploadId.test(name.replace(/\.json$/, ''));
    if (isUpload && deleted.has(name.slice(0, draftPrefixLength))) await rm(join(folder, name), { force: true });
  }
}

/**
 * Deletes partial uploads of these files: those with the same declared size whose bytes so far are identical.
 */
export async function removePartialCopies(
  files: readonly { size: number; storageKey: string }[],
  store: Pick<FileStore, 'open'>,
  folder: string,
): Promise<void> {
  if (files.length === 0) return;
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    if (!uploadId.test(name)) continue;
    const path = join(folder, name);
    const length = await declaredSize(path);
    for (const { storageKey } of files.filter(({ size }) => size === length)) {
      if (!(await isPartialCopy(path, store, storageKey))) continue;
      await rm(path, { force: true });
      await rm(`${path}.json`, { force: true });
      break;
    }
  }
}

/** The declared size of an upload in bytes; undefined if its metadata cannot be read, as after it has been completed. */
async function declaredSize(path: string): Promise<number | undefined> {
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
      hashOf(createReadStream(path), size),
      hashOf(store.open(storageKey), size),
    ]);
    return arrived === stored;
  } catch {
    // One of them has been deleted in the meantime.
    return false;
  }
}

/** SHA-256 of a stream's first bytes. */
async function hashOf(stream: Readable, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  let remaining = bytes;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk.subarray(0, remaining));
    remaining -= chunk.length;
    if (remaining <= 0) break;
  }
  return hash.digest('hex');
}

/** The folder does not exist before the site's first start. */
function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
