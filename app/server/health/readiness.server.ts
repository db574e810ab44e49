import type { Database } from '#app/database/database.server.ts';
import { ensureWritable, isLocked } from '#app/database/dialect.server.ts';
import type { DiskSpaceState } from '#app/disk/disk-space.server.ts';
import { findWriteProblem } from '#app/disk/find-write-problem.server.ts';
import type { DatabaseCheck } from './database-check.server.ts';

/** Whether a request without files can be stored now, and details for operators. */
export interface Readiness {
  /** 200 on `/readyz`: the database is writable, undamaged and has space. */
  isReady: boolean;
  /** Why the site is not ready, and what else does not work; one sentence each. */
  problems: string[];
  database: 'checking' | 'sound' | 'damaged';
  hasRoomForRequests: boolean;
  hasRoomForUploads: boolean;
  reserveBytes: number;
  freeBytes: DiskSpaceState['freeBytes'];
}

/** How long a result is cached (ms), which makes frequent requests cheap. */
const cacheLifetime = 1000;

/** What readiness depends on. */
export interface ReadinessSources {
  database: Database;
  check: Pick<DatabaseCheck, 'condition'>;
  /** Path of the folder that contains the database, unless it is on a server. */
  databaseFolder: string | undefined;
  /** Returns why files cannot be stored. */
  findFilesProblem: () => Promise<string | undefined>;
  space: { state(): DiskSpaceState };
  /** Returns further notes for operators, such as that delivery is paused; one sentence each. */
  notes?: () => Promise<string[]>;
  /** Called when the problems change. */
  onChange?: (problems: string[]) => void;
  /** A monotonic clock (ms). */
  now?: () => number;
}

/** Returns a function that determines the readiness, cached for a second. */
export function openReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const { now = () => performance.now() } = sources;
  let cached: { at: number; result: Promise<Readiness> } | undefined;
  let reportedProblems = '';
  const findDatabaseProblem = openWriteProbe(sources.database);
  return () => {
    if (cached && now() - cached.at < cacheLifetime) return cached.result;
    const result = determineReadiness(sources, findDatabaseProblem).then((readiness) => {
      if (readiness.problems.join() !== reportedProblems) sources.onChange?.(readiness.problems);
      reportedProblems = readiness.problems.join();
      return readiness;
    });
    cached = { at: now(), result };
    return result;
  };
}

async function determineReadiness(
  sources: ReadinessSources,
  findDatabaseProblem: () => Promise<string | undefined>,
): Promise<Readiness> {
  const { check, databaseFolder, space, notes } = sources;
  const condition = check.condition();
  const state = space.state();
  const databaseWriteProblem =
    (databaseFolder === undefined ? undefined : findWriteProblem(databaseFolder)) ?? (await findDatabaseProblem());
  const filesWriteProblem = await sources.findFilesProblem();
  const blockers = [
    condition.state === 'checking' && 'The database is still being checked.',
    condition.state === 'damaged' && `The database is damaged: ${condition.problems[0] ?? ''}.`,
    databaseWriteProblem && `The database cannot be written: ${databaseWriteProblem}.`,
    !state.hasRoomForRequests && 'The disk of the database is full, and the reserve for requests is used up.',
  ].filter((problem) => typeof problem === 'string');
  const warnings = [
    filesWriteProblem && `Files cannot be stored: ${filesWriteProblem}.`,
    !state.hasRoomForUploads && 'The disk has no space for files: requests are accepted without files.',
    // Omitted if the database has a problem, because the notes are read from it.
    ...(databaseWriteProblem === undefined ? ((await notes?.()) ?? []) : []),
  ].filter((problem) => typeof problem === 'string');
  return {
    isReady: blockers.length === 0,
    problems: [...blockers, ...warnings],
    database: condition.state,
    hasRoomForRequests: state.hasRoomForRequests,
    hasRoomForUploads: state.hasRoomForUploads && filesWriteProblem === undefined,
    reserveBytes: state.reserveBytes,
    freeBytes: state.freeBytes,
  };
}

/**
 * Returns a function that finds out why the database cannot be written. It does not wait for the lock of another process:
 * while there is one, it returns what the last attempt has found that did. A short lock, such as that of a command, is thus
 * no problem.
 */
function openWriteProbe(database: Database): () => Promise<string | undefined> {
  let problem: string | undefined;
  let running: Promise<void> | undefined;

  async function attempt(): Promise<void> {
    try {
      await ensureWritable(database);
      problem = undefined;
    } catch (error) {
      problem = (error as Error).message;
    }
    running = undefined;
  }

  return async () => {
    const current = (running ??= attempt());
    // If even this cannot be found out, the attempt fails, too.
    const isWaiting = await isLocked(database).catch(() => false);
    if (!isWaiting) await current;
    return problem;
  };
}
