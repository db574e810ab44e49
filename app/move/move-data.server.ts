import { setTimeout as pause } from 'node:timers/promises';
import { findLostFiles } from '#app/backup/files/lost-files.server.ts';
import { describeFile, listReferencedFiles, type ReferencedFile } from '#app/backup/files/referenced-files.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { migrations } from '#app/database/migrations.server.ts';
import type { PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import type { Tables } from '#app/database/tables.ts';
import {
  markBucket,
  markDatabase,
  readBucketTransfer,
  readTransfer,
  type Transfer,
  unmarkBucket,
  unmarkDatabase,
} from '#app/storage/unfinished-transfer.server.ts';
import type { Progress } from '#app/terminal/progress.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { Bucket } from '#app/uploads/storage/s3/bucket.server.ts';
import { copyFiles, sizeOf, verifyFiles } from './move-files.server.ts';
import { compareRows, copyRows, countRows, listTables, type MovedTable } from './move-rows.server.ts';

/** The data of a site that is not running, so that nothing else writes to it. */
export interface MoveSource {
  /** Identifies it in messages, and in marks. */
  label: string;
  /** In SQLite, or in PostgreSQL if only files move. */
  database: Database;
  /** Its server if it is in PostgreSQL, where no lock keeps a site from using it. */
  server: PostgresServer | undefined;
  files: FileStore;
}

/** Where the data goes; what has no target stays where it is. */
export interface MoveTarget {
  database: { server: PostgresServer; label: string } | undefined;
  files: { bucket: Bucket; store: FileStore; label: string } | undefined;
}

/** What a move copies. */
export interface MovePlan {
  /** Empty if the database stays where it is. */
  tables: MovedTable[];
  /** The number of rows of each table. */
  rows: Map<string, number>;
  /** Empty if the files stay where they are. */
  files: ReferencedFile[];
  /** The size of all files (bytes). */
  bytes: number;
  /** Files that the source has lost. */
  lost: ReferencedFile[];
}

export interface MoveReport {
  /** Number of files copied by this attempt; the target already had the others. */
  copied: number;
  /** Files that the source has lost, or whose content has changed there. */
  lost: ReferencedFile[];
}

/**
 * Lists what a move would copy. Changes nothing.
 * @throws {UsageError} if the target contains other data
 */
export async function planMove(source: MoveSource, target: MoveTarget): Promise<MovePlan> {
  const { label, database, files: store } = source;
  const tables = target.database ? await listTables(database) : [];
  const { files, lost } = target.files ? await findLostFiles(database, store) : { files: [], lost: [] };
  const transfer: Transfer = { work: 'move', source: label };
  if (target.database) await ensureDatabaseFree(target.database, tables, transfer);
  if (target.files) await ensureBucketFree(target.files, files, transfer);
  const rows = await countRows(database, tables);
  return { tables, rows, files, bytes: sizeOf(files), lost };
}

/**
 * Copies the files, then all rows in one transaction, and compares all of it with the source. The targets are marked until
 * everything has been verified, so that no site starts on them; if this is interrupted, the next attempt continues.
 * @param plan the result of {@link planMove}
 * @param incomplete whether to move even if the source has lost files
 * @throws {UsageError} if the target differs from the source at the end
 */
export async function moveData(
  source: MoveSource,
  target: MoveTarget,
  plan: MovePlan,
  incomplete: boolean,
  progress: Progress,
): Promise<MoveReport> {
  if (source.server) await ensureNotInUse(source.server);
  if (!incomplete) ensureNothingLost(plan.lost);
  const transfer: Transfer = { work: 'move', source: source.label };
  if (target.database) await markDatabase(target.database.server, transfer);
  if (target.files) await markBucket(target.files.bucket, transfer);

  const moved = target.files ? await moveFiles(source, target.files.store, plan, progress) : { copied: 0, lost: [] };
  if (!incomplete) ensureNothingLost(moved.lost);
  const differences = [];
  if (target.database) {
    const database = await target.database.server.open<Tables>(migrations);
    const compare = () => compareRows(source.database, database, plan.tables, progress);
    const counts = await countRows(database, plan.tables);
    const hasSameCounts = plan.tables.every(({ name }) => counts.get(name) === plan.rows.get(name));
    // An earlier attempt may have copied them.
    if (!hasSameCounts || (await compare()).length > 0) {
      await copyRows(source.database, database, plan.tables, progress);
      differences.push(...(await compare()));
    }
  }
  if (target.files) {
    const lost = new Set(moved.lost);
    const intact = plan.files.filter((file) => !lost.has(file));
    const damaged = await verifyFiles(intact, target.files.store, progress);
    differences.push(...damaged.map((file) => `${describeFile(file)} was not stored as it was sent`));
  }
  if (differences.length > 0) {
    throw new UsageError(`The target differs from the source:\n${differences.join('\n')}`);
  }
  if (source.server) await ensureSameFiles(source, plan.files);
  if (target.files) await unmarkBucket(target.files.bucket);
  if (target.database) await unmarkDatabase(target.database.server);
  return moved;
}

function ensureNothingLost(lost: readonly ReferencedFile[]): void {
  if (lost.length === 0) return;
  throw new UsageError(
    `${lost.length} files are missing or damaged in the source:\n${lost.map(describeFile).join('\n')}\n` +
      'Restore them from a backup, or move without them with --incomplete',
  );
}

/** Copies the files, after deleting what the source has erased since an interrupted attempt. */
async function moveFiles(
  source: MoveSource,
  store: FileStore,
  { files }: MovePlan,
  progress: Progress,
): Promise<{ copied: number; lost: ReferencedFile[] }> {
  const known = new Set(files.map(({ storageKey }) => storageKey));
  for await (const { key } of store.list()) if (!known.has(key)) await store.remove(key);
  const { copied, unreadable } = await copyFiles(files, source.files, store, progress);
  return { copied, lost: unreadable };
}

/** @throws {UsageError} if a site or a command is using the database */
async function ensureNotInUse(server: PostgresServer): Promise<void> {
  // The connections of a process that has just ended take a moment to disappear.
  for (let attempt = 1; (await countOtherConnections(server)) > 0; attempt += 1) {
    if (attempt === 5) {
      throw new UsageError('A site, a command or PgBouncer is connected to the database: stop it first');
    }
    await pause(200);
  }
}

/** @throws {UsageError} if a site has run in the meantime and has stored or deleted files */
async function ensureSameFiles({ database }: MoveSource, files: readonly ReferencedFile[]): Promise<void> {
  const keys = (list: readonly ReferencedFile[]) => list.map(({ storageKey }) => storageKey).sort();
  if (keys(await listReferencedFiles(database)).join() === keys(files).join()) return;
  throw new UsageError('A site has stored or deleted files during the move');
}

/** Counts the connections of the same user that do not belong to this process. */
async function countOtherConnections(server: PostgresServer): Promise<number> {
  const { rows } = await server.query({
    text: 'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user',
  });
  const { used, idle } = server.connections();
  return (rows[0] as { count: number }).count - used - idle;
}

/**
 * @throws {UsageError} if a database contains anything but what an interrupted move of the same source has left behind
 */
async function ensureDatabaseFree(
  { server, label }: NonNullable<MoveTarget['database']>,
  tables: readonly MovedTable[],
  transfer: Transfer,
): Promise<void> {
  const mark = await readTransfer(server);
  if (mark) {
    ensureSame(mark, transfer, label);
    return;
  }
  const existing = await server.tableNames();
  if (existing.length === 0) return;
  const names = tables.map(({ name }) => name).filter((name) => existing.includes(name));
  const hasRows = names.map((name) => `EXISTS (SELECT FROM "${name}")`).join(' OR ');
  const found = names.length === 0 || (await server.query({ text: `SELECT 1 WHERE ${hasRows}` })).rows.length > 0;
  if (found)
    throw new UsageError(
      `The database ${label} already contains data. If a move has finished, start the site; otherwise name an empty one`,
    );
}

/**
 * @throws {UsageError} if a bucket contains anything but files of the source or what an interrupted move has left
 * behind
 */
async function ensureBucketFree(
  { bucket, store, label }: NonNullable<MoveTarget['files']>,
  files: readonly ReferencedFile[],
  transfer: Transfer,
): Promise<void> {
  const mark = await readBucketTransfer(bucket);
  if (mark) {
    ensureSame(mark, transfer, label);
    return;
  }
  const known = new Set(files.map(({ storageKey }) => storageKey));
  for await (const { key } of store.list()) {
    if (known.has(key)) continue;
    throw new UsageError(`The bucket ${label} already contains other files: name an empty one, or another prefix`);
  }
}

/** @throws {UsageError} if a target is marked for other work */
function ensureSame(mark: Transfer, { work, source }: Transfer, label: string): void {
  if (mark.work === work && mark.source === source) return;
  throw new UsageError(
    `${label} contains an unfinished ${mark.work} from ${mark.source}: finish that first, or name another target`,
  );
}
