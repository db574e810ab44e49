import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { DeliveryState } from '#app/enquiries/enquiry.ts';
import { readDeliveryPause } from '#app/outbound/delivery-pause.server.ts';
import { listErasures, readErasures } from '#app/retention/erasures.server.ts';
import { formatCount, formatMebibytes } from '#app/terminal/format-count.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { hashStoredFile } from '#app/uploads/storage/stored-file-hash.server.ts';
import { findLostFiles } from './files/lost-files.server.ts';
import { describeFile, listReferencedFiles } from './files/referenced-files.server.ts';

/**
 * One line of the output of a check. `lost`: data must be restored from a backup. `note`: an operator should look at
 * it.
 */
export interface Finding {
  subject: string;
  text: string;
  state: 'ok' | 'note' | 'lost';
}

/** Files younger than this (ms) may belong to a form that is still being submitted. */
const orphanGrace = 24 * 60 * 60 * 1000;

/**
 * Compares the site's files with the database.
 * @param isQuick whether to compare only their sizes, instead of reading each to verify its SHA-256
 */
export async function checkFiles(database: Database, store: FileStore, isQuick = false): Promise<Finding[]> {
  const hashOf = (key: string) => hashStoredFile(store, key).catch(() => undefined);
  const { files, lost } = await findLostFiles(database, store, isQuick ? undefined : hashOf);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const condition = isQuick ? 'present' : 'intact';
  const text = `${files.length - lost.length} of ${formatCount(files.length, 'file')} ${condition}, ${formatMebibytes(totalBytes)} in total`;
  return [
    { subject: 'files', text, state: lost.length > 0 ? 'lost' : 'ok' },
    ...lost.map((file): Finding => ({ subject: 'file', text: `${describeFile(file)}: ${file.damage}`, state: 'lost' })),
  ];
}

/** Finds files that the database does not refer to: left by a crash, or newer than a restored database. */
export async function checkOrphans(database: Database, store: FileStore, now: number): Promise<Finding> {
  const storedFiles: { key: string; modifiedAt: number }[] = [];
  for await (const file of store.list()) storedFiles.push(file);
  const referenced = new Set((await listReferencedFiles(database)).map(({ storageKey }) => storageKey));
  const pieces = await database.selectFrom('upload_pieces').select('storage_key').execute();
  for (const { storage_key } of pieces) referenced.add(storage_key);
  const orphans = storedFiles.filter(({ key }) => !referenced.has(key));
  if (orphans.length === 0) return { subject: 'orphans', text: 'no orphaned files', state: 'ok' };
  const oldest = Math.min(...orphans.map(({ modifiedAt }) => modifiedAt));
  const oldCount = orphans.filter(({ modifiedAt }) => modifiedAt < now - orphanGrace).length;
  return {
    subject: 'orphans',
    text: `${formatCount(orphans.length, 'file')} without an enquiry or draft, ${oldCount} older than a day, the oldest from ${germanTime(oldest)}`,
    state: oldCount > 0 ? 'note' : 'ok',
  };
}

/** Reports counts and ages of enquiries, messages, drafts and erasures, and whether delivery is paused. */
export async function checkAges(database: Database, erasuresFile: string): Promise<Finding[]> {
  const countAndAge = async (query: RawBuilder<{ count: number; oldest: number | null }>) => {
    const { rows } = await query.execute(database);
    const { count = 0, oldest = null } = rows[0] ?? {};
    return { count, age: oldest === null ? '' : `, the oldest from ${germanTime(oldest)}` };
  };
  const enquiries = await countAndAge(
    sql`SELECT count(*) AS count, min(received_at) AS oldest FROM enquiries WHERE erased_at IS NULL`,
  );
  const drafts = await countAndAge(sql`SELECT count(*) AS count, min(created_at) AS oldest FROM drafts`);
  const messagesIn = (state: DeliveryState) =>
    countAndAge(sql`SELECT count(*) AS count, min(created_at) AS oldest FROM parcels WHERE state = ${state}`);
  const waiting = await messagesIn('waiting');
  const refused = await messagesIn('refused');
  const erased = await listErasures(database);
  const recorded = new Set((await readErasures(erasuresFile)).map(({ reference }) => reference));
  const unrecordedCount = erased.filter(({ reference }) => !recorded.has(reference)).length;
  const pause = await readDeliveryPause(database);
  return [
    { subject: 'enquiries', text: `${enquiries.count}${enquiries.age}`, state: 'ok' },
    {
      subject: 'waiting',
      text: `${formatCount(waiting.count, 'message')}${waiting.age}`,
      state: waiting.count > 0 ? 'note' : 'ok',
    },
    {
      subject: 'refused',
      text: `${formatCount(refused.count, 'message')}${refused.age}`,
      state: refused.count > 0 ? 'note' : 'ok',
    },
    { subject: 'forms', text: `${drafts.count} not submitted yet${drafts.age}`, state: 'ok' },
    {
      subject: 'erasures',
      text: `${erased.length}, ${unrecordedCount} of them not in ${erasuresFile}`,
      state: unrecordedCount > 0 ? 'note' : 'ok',
    },
    ...(pause
      ? [
          {
            subject: 'delivery',
            text: `paused since ${germanTime(pause.since)}: ${pause.reason}`,
            state: 'note' as const,
          },
        ]
      : []),
  ];
}
