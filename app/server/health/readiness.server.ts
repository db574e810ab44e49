import { accessSync, constants } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { DiskSpaceState } from '#app/disk/disk-space.server.ts';
import type { DatabaseCheck } from './database-check.server.ts';

/** Whether a request without files can be stored now, and details for operators. */
export interface Readiness {
  /** 200 on `/readyz`: the database is writable, undamaged and has space. */
  isReady: boolean;
  /** Why it is not ready, or what else does not work; one sentence each. */
  problems: string[];
  database: 'checking' | 'sound' | 'damaged';
  hasRoomForRequests: boolean;
  hasRoomForUploads: boolean;
  reserveBytes: number;
  freeBytes: DiskSpaceState['freeBytes'];
}

/** How long an answer is cached (ms), so that frequent requests are cheap. */
const answerLifetime = 1000;

/** The sources of readiness. */
export interface ReadinessSources {
  database: Database;
  check: Pick<DatabaseCheck, 'condition'>;
  /** The folders of the database and of the files. */
  folders: { database: string; files: string };
  space: { state(): DiskSpaceState };
  /** Further notes for operators, such as that delivery is paused; one sentence each. */
  notes?: () => Promise<string[]>;
  /** Called when the problems change. */
  onChange?: (problems: string[]) => void;
  /** A monotonic clock (ms). */
  now?: () => number;
}

/** Returns a function that determines the readiness, cached for a second. */
export function openReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const { now = () => performance.now() } = sources;
  let last: { at: number; answer: Promise<Readiness> } | undefined;
  let lastReported = '';
  return () => {
    if (last && now() - last.at < answerLifetime) return last.answer;
    const answer = determineReadiness(sources).then((readiness) => {
      if (readiness.problems.join() !== lastReported) sources.onChange?.(readiness.problems);
      lastReported = readiness.problems.join();
      return readiness;
    });
    last = { at: now(), answer };
    return answer;
  };
}

async function determineReadiness({ database, check, folders, space, notes }: ReadinessSources): Promise<Readiness> {
  const condition = check.condition();
  const state = space.state();
  const cannotWrite = notWritable(folders.database) ?? (await notLockable(database));
  const readOnly = notWritable(folders.files);
  const blockers = [
    condition.state === 'checking' && 'The database is still being checked.',
    condition.state === 'damaged' && `The database is damaged: ${condition.problems[0] ?? ''}.`,
    cannotWrite && `The database cannot be written: ${cannotWrite}.`,
    !state.hasRoomForRequests && 'The disk of the database is full, and the reserve for requests is used up.',
  ].filter((problem) => typeof problem === 'string');
  const warnings = [
    readOnly && `Files cannot be stored: ${readOnly}.`,
    !state.hasRoomForUploads && 'There is no space for files: requests are accepted without files.',
    ...((await notes?.()) ?? []),
  ].filter((problem) => typeof problem === 'string');
  return {
    isReady: blockers.length === 0,
    problems: [...blockers, ...warnings],
    database: condition.state,
    hasRoomForRequests: state.hasRoomForRequests,
    hasRoomForUploads: state.hasRoomForUploads && readOnly === undefined,
    reserveBytes: state.reserveBytes,
    freeBytes: state.freeBytes,
  };
}

/** Why a folder is not writable. Detects a disk remounted as read-only before a write fails. */
function notWritable(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EROFS' || code === 'EACCES'
      ? `the folder ${folder} is read-only`
      : `${folder}: ${code ?? 'unknown error'}`;
  }
}

/** Why the database cannot be locked for writing. Acquires and releases the lock without writing. */
async function notLockable(database: Database): Promise<string | undefined> {
  try {
    await database.connection().execute(async (connection) => {
      await sql`BEGIN IMMEDIATE`.execute(connection);
      await sql`ROLLBACK`.execute(connection);
    });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
