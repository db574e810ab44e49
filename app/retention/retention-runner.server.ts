import type { TrustedTime } from '#app/clock/trusted-time.server.ts';
import { removeUnusedPictures } from '#app/company-store/stored-pictures.server.ts';
import { type Database, removeDeletedTraces, rewriteDatabase } from '#app/database/database.server.ts';
import { deleteExpiredSubmissionHashes } from '#app/enquiries/store/repeated-submission.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { sweepUnfinishedUploads } from '#app/uploads/resumable/unfinished-uploads.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { sweepUploads } from '#app/uploads/storage/sweep.server.ts';
import { recordErasures, recordMissingErasures } from './erasures.server.ts';
import { announceExpiries, eraseExpired, type RetentionPeriods } from './expiry.server.ts';
import { purgeNotices } from './purge-notices.server.ts';
import { wasAnythingErasedSince } from './retention.server.ts';

/** The numbers of items that a purge erased. */
export interface PurgeResult {
  /** Enquiries whose period has ended. */
  enquiries: number;
  /** Drafts of unsubmitted forms. */
  drafts: number;
}

/** The data that retention erases, and its settings. */
export interface RetentionOptions extends RetentionPeriods {
  database: Database;
  files: FileStore;
  /** The folder of unfinished uploads. */
  uploadsFolder: string;
  /** Path of the erasures file. */
  erasuresPath: string;
  /** Checks the integrity of the whole database. Runs once a day, before the purge. */
  check?: () => Promise<void>;
  /** Defaults to the system clock. */
  trustedTime?: Pick<TrustedTime, 'offset'>;
}

/**
 * Erases enquiries whose period has ended, and announces those whose period will end soon. Also erases drafts that were
 * not submitted within a day, with their files, the company's pictures that were not used within a day, and expired
 * one-time links of the desk. Their traces remain in the database's files until `removeDeletedTraces` runs.
 * @param now time of the system clock (Unix time in ms)
 */
export async function purge(
  {
    database,
    files,
    uploadsFolder,
    closedDays,
    retentionDays,
    trustedTime,
  }: Omit<RetentionOptions, 'erasuresPath' | 'check'>,
  now: number,
): Promise<PurgeResult> {
  const clockOffset = trustedTime?.offset() ?? 0;
  const periods = { closedDays, retentionDays };
  const enquiries = await eraseExpired(database, files, periods, now, uploadsFolder, clockOffset);
  await announceExpiries(database, periods, now, clockOffset);
  const drafts = await sweepUploads(database, files, now + clockOffset, now);
  await removeUnusedPictures(database, files, now + clockOffset);
  await sweepUnfinishedUploads(database, { folder: uploadsFolder, files });
  await purgeNotices(database, now + clockOffset);
  // Each has the secret of an authenticator app.
  await database.deleteFrom('desk_links').where('expires_at', '<=', now).execute();
  return { enquiries, drafts };
}

/** Runs retention in the background. */
export interface RetentionRunner {
  /**
   * Writes new erasures to the erasures file. Nobody may be told of an erasure before this has succeeded.
   * @throws after logging it, if the file cannot be written or the database fails; the next run retries
   */
  recordErasures(): Promise<void>;
  /**
   * Now and every hour, writes missing erasures to the erasures file, purges, and overwrites the traces of everything
   * erased since the last run. Rewrites a large database only at night.
   */
  start(): void;
  /** Schedules overwriting the traces of new erasures, at most once every ten seconds. */
  overwriteSoon(): void;
  /** Stops the timers and waits until queued tasks have finished. */
  stop(): Promise<void>;
}

const hour = 60 * 60 * 1000;
/** Interval between deletions of expired submission hashes (ms). A hash may exceed its lifetime by this much. */
const hashDeletionInterval = 20_000;
const day = 24 * hour;
const overwriteInterval = 10_000;
/**
 * UTC hours that fall between 02:00 and 05:00 in Germany and between 04:00 and 07:00 in the Gulf. Rewriting a large file
 * blocks all requests.
 */
const nightHoursUtc = [1, 2];
const isNight = (time: number) => nightHoursUtc.includes(new Date(time).getUTCHours());

/** Creates the retention runner; call once per process. */
export function openRetentionRunner(options: RetentionOptions, log: Log): RetentionRunner {
  const { database } = options;
  let timer: NodeJS.Timeout | undefined;
  let hashDeletionTimer: NodeJS.Timeout | undefined;
  /** Resolves when all tasks so far have finished. */
  let taskQueue = Promise.resolve();
  let overwriteTimer: NodeJS.Timeout | undefined;
  /** Monotonic time of the last integrity check (ms). */
  let checkedAt = -Infinity;
  /** Start of the last overwrite (Unix time in ms). */
  let overwrittenAt = 0;
  /** Monotonic time at which the last overwrite finished (ms). */
  let overwriteFinishedAt = -Infinity;
  // The previous process may have left traces.
  let hasTraces = true;

  async function runRetention(): Promise<void> {
    // First, because a process that was killed may have left erasures unrecorded, and the check can take minutes.
    await updateErasuresFile(recordMissingErasures).catch(retryLater);
    if (performance.now() - checkedAt >= day) {
      await options.check?.();
      checkedAt = performance.now();
    }
    const result = await purge(options, Date.now());
    hasTraces ||= result.drafts > 0 || result.enquiries > 0 || (await wasAnythingErasedSince(database, overwrittenAt));
    if (result.enquiries > 0 || result.drafts > 0) log.info(result, 'purged');
    await updateErasuresFile(recordErasures).catch(retryLater);
    if (hasTraces) await overwrite();
  }

  async function updateErasuresFile(write: typeof recordErasures): Promise<void> {
    try {
      await write(database, options.erasuresPath);
    } catch (error) {
      log.error(
        { err: error },
        'ERASURES_FILE cannot be written, so a restore would bring back erased enquiries. Check its folder and disk space',
      );
      throw error;
    }
  }

  /** The error has been logged. The database records which erasures are missing, so the next run writes them. */
  const retryLater = () => undefined;

  async function overwrite(): Promise<void> {
    const startedAt = Date.now();
    let isDone = await removeDeletedTraces(database);
    if (!isDone && isNight(startedAt)) {
      await rewriteDatabase(database);
      isDone = true;
    }
    overwrittenAt = startedAt;
    overwriteFinishedAt = performance.now();
    hasTraces = !isDone;
  }

  function enqueue(task: () => Promise<void> = runRetention): void {
    taskQueue = taskQueue.then(task).catch((error: unknown) => {
      // The next run retries. The failed run may already have erased something.
      hasTraces = true;
      log.error({ err: error }, 'retention run failed');
    });
  }

  return {
    start() {
      timer = setInterval(() => enqueue(), hour);
      timer.unref();
      enqueue();
      hashDeletionTimer = setInterval(() => {
        deleteExpiredSubmissionHashes(database, Date.now() + (options.trustedTime?.offset() ?? 0)).catch(
          (error: unknown) =>
            log.warn({ err: error }, 'Expired submission hashes could not be deleted; the next run retries'),
        );
      }, hashDeletionInterval);
      hashDeletionTimer.unref();
    },
    recordErasures: () => updateErasuresFile(recordErasures),
    overwriteSoon() {
      hasTraces = true;
      overwriteTimer ??= setTimeout(
        () => {
          overwriteTimer = undefined;
          enqueue(overwrite);
        },
        Math.max(0, overwriteFinishedAt + overwriteInterval - performance.now()),
      );
      overwriteTimer.unref();
    },
    async stop() {
      clearInterval(timer);
      clearInterval(hashDeletionTimer);
      clearTimeout(overwriteTimer);
      await taskQueue;
    },
  };
}
