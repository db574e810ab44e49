import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#app/database/database.server.ts';

/** The name of an unfinished upload: 32 characters that name the draft, from the hash of its token, and 128 random bits. */
export const uploadId = /^[0-9a-f]{64}$/;
export const draftPart = 32;

/**
 * Deletes unfinished uploads whose draft has gone; they last no longer than it does.
 * @param folder where they lie, with a note beside each that holds its file's name
 */
export async function sweepUnfinishedUploads(database: Database, folder: string): Promise<void> {
  // The folder first: what begins from here on has a draft that the list below may lack, and must not be seen at all.
  const names = await readdir(folder).catch(emptyWhereMissing);
  const rows = await database.selectFrom('drafts').select('id').execute();
  const alive = new Set(rows.map((row) => row.id.slice(0, draftPart)));
  for (const name of names) {
    const isGone = uploadId.test(name.replace(/\.json$/, '')) && !alive.has(name.slice(0, draftPart));
    if (isGone) await rm(join(folder, name), { force: true });
  }
}

/** The site makes the folder when it first starts. */
function emptyWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
