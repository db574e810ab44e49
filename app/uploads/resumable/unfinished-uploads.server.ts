import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import { readPieces, removeSharedUploads, sweepSharedUploads } from './shared-uploads.server.ts';
import { draftPrefixLength, uploadIdPattern } from './upload-id.ts';

/** The folder of unfinished uploads, and the file store with the pieces of shared ones. */
export interface UnfinishedUploads {
  folder: string;
  files: Pick<FileStore, 'open' | 'remove'>;
}

/**
 * Deletes unfinished uploads whose draft has been deleted. Each upload in the folder has a metadata file, which
 * contains the name of the uploaded file.
 */
export async function sweepUnfinishedUploads(
  database: Database,
  { folder, files }: { folder: string; files: Pick<FileStore, 'remove'> },
): Promise<void> {
  // Read the folder first: an upload started later may have a draft that the query does not return.
  const names = await readdir(folder).catch(emptyIfMissing);
  const rows = await database.selectFrom('drafts').select('id').execute();
  const existing = new Set(rows.map((row) => row.id.slice(0, draftPrefixLength)));
  for (const name of names) {
    const isOrphaned =
      uploadIdPattern.test(name.replace(/\.json$/, '')) && !existing.has(name.slice(0, draftPrefixLength));
    if (isOrphaned) await rm(join(folder, name), { force: true });
  }
  await sweepSharedUploads(database, files);
}

/** Deletes the unfinished uploads of deleted drafts. */
export async function removeUnfinishedUploads(
  database: Database,
  draftIds: readonly string[],
  { folder, files }: UnfinishedUploads,
): Promise<void> {
  const deleted = new Set(draftIds.map((id) => id.slice(0, draftPrefixLength)));
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    const isUpload = uploadIdPattern.test(name.replace(/\.json$/, ''));
    if (isUpload && deleted.has(name.slice(0, draftPrefixLength))) await rm(join(folder, name), { force: true });
  }
  if (draftIds.length === 0) return;
  const shared = await database
    .selectFrom('unfinished_uploads')
    .select('id')
    .where('draft_id', 'in', draftIds)
    .execute();
  await removeSharedUploads(
    database,
    files,
    shared.map(({ id }) => id),
  );
}

/** Deletes unfinished uploads of the given files: those with the same declared size and identical bytes so far. */
export async function removePartialCopies(
  database: Database,
  stored: readonly { size: number; storageKey: string }[],
  { folder, files }: UnfinishedUploads,
): Promise<void> {
  if (stored.length === 0) return;
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    if (!uploadIdPattern.test(name)) continue;
    const path = join(folder, name);
    const declaredSize = await readDeclaredSize(path);
    const { size: received } = await stat(path).catch(() => ({ size: 0 }));
    const bytes = () => createReadStream(path) as AsyncIterable<Uint8Array>;
    if (!(await isPartialCopy({ declaredSize, received, bytes }, stored, files))) continue;
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }
  const shared = await database.selectFrom('unfinished_uploads').select(['id', 'size', 'received']).execute();
  for (const { id, size, received } of shared) {
    const upload = { declaredSize: size, received, bytes: () => readPieces(database, files, id) };
    if (await isPartialCopy(upload, stored, files)) await removeSharedUploads(database, files, [id]);
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

/** Whether an upload has the size of one of these files, and starts with the same bytes. */
async function isPartialCopy(
  upload: { declaredSize: number | undefined; received: number; bytes: () => AsyncIterable<Uint8Array> },
  stored: readonly { size: number; storageKey: string }[],
  files: Pick<FileStore, 'open'>,
): Promise<boolean> {
  const { declaredSize, received, bytes } = upload;
  if (received === 0) return false;
  for (const { storageKey } of stored.filter(({ size }) => size === declaredSize)) {
    try {
      const [arrived, start] = await Promise.all([
        hashStart(bytes(), received),
        hashStart(files.open(storageKey) as AsyncIterable<Uint8Array>, received),
      ]);
      if (arrived === start) return true;
    } catch {
      // One of the files has been deleted in the meantime.
    }
  }
  return false;
}

/** Returns the SHA-256 hash of the first `length` bytes. */
async function hashStart(bytes: AsyncIterable<Uint8Array>, length: number): Promise<string> {
  const hash = createHash('sha256');
  let remaining = length;
  for await (const chunk of bytes) {
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
