import type { TrustedTime } from '#app/clock/trusted-time.server.ts';
import { type Database, overwriteErased, rewriteDatabase } from '#app/database/database.server.ts';
import { forgetSubmissions } from '#app/enquiries/store/repeated-submission.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { sweepUnfinishedUploads } from '#app/uploads/resumable/unfinished-uploads.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { sweepUploads } from '#app/uploads/storage/sweep.server.ts';
import { completeErasures, recordErasures } from './erasures.server.ts';
import { purgeNotices } from './purge-notices.server.ts';
import { eraseExpired, hasErasedSince } from './retention.server.ts';

/** The counts of a purge. */
export interface Purged {
  /** Enquiries past their retention period. */
  enquiries: number;
  /** Drafts of forms that were never submitted. */
  drafts: number;
}

/** The data and settings of retention. */
export interface RetentionOptions {
  database: Database;
  files: FileStore;
  /** The folder of unfinished uploads. */
  uploads: string;
  /** Path of the erasures file. */
  erasures: string;
  /** Retention period of an enquiry in days. */
  days: number;
  /** A full integrity check of the database, run once a day before retention. */
  check?: () => Promise<void>;
  /** Defaults to the machine's clock. */
  trustedTime?: Pick<TrustedTime, 'ahead'>;
}

/**
 * Erases enquiries past their retention period, and drafts that were not submitted within a day, with their files. Traces
 * in the database's files are left to `overwriteErased`.
 */
export async function purge(
  { database, files, uploads, days, trustedTime }: Omit<RetentionOptions, 'erasures' | 'check'>,
  now: number,
): Promise<Purged> {
  const ahead = trustedTime?.ahead() ?? 0;
  const enquiries = await eraseExpired(database, files, days, now, uploads, ahead);
  const drafts = await sweepUploads(database, files, now + ahead, now);
  await sweepUnfinishedUploads(database, uploads);
  await purgeNotices(database, now + ahead);
  return { enquiries, drafts };
}

/** Runs retention in the background. */
export interface RetentionRunner {
  /** Writes new erasures to the erasures file. A failure is logged, and the next run retries. */
  recordErasures(): Promise<void>;
  /**
   * Purges now and every hour, and overwrites the traces of everything erased since the last run. A large database is
   * rewritten at night only.
   */
  start(): void;
  /** Overwrites the traces of new erasures soon, at most every ten seconds. */
  overwriteSoon(): void;
  /** Stops the timers and waits for a running task. */
  stop(): Promise<void>;
}

const hour = 60 * 60 * 1000;
/** Interval of deleting senders' hashes (ms), which are kept for two minutes plus this. */
const forgetInterval = 20_000;
const aDay = 24 * hour;
const overwriteInterval = 10_000;
/** Hours in UTC: two to five in Germany, four to six in the Gulf. Rewriting a large file blocks all requests. */
const nightHoursUtc = [1, 2];
const isNight = (time: number) => nightHoursUtc.includes(new Date(time).getUTCHours());

/** Opens the retention runner; one per process. */
export function openRetentionRunner(options: RetentionOptions, log: Log): RetentionRunner {
  const { database } = options;
  let timer: NodeJS.Timeout | undefined;
  let forgetTimer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let overwriteTimer: NodeJS.Timeout | undefined;
  let checkedSince = -Infinity;
  let overwrittenAt = 0;
  let overwrittenSince = -Infinity;
  // The previous process may have left traces.
  let hasTraces = true;

  async function runRetention(): Promise<void> {
    if (performance.now() - checkedSince >= aDay) {
      await options.check?.();
      checkedSince = performance.now();
    }
    const purged = await purge(options, Date.now());
    hasTraces ||= purged.drafts > 0 || purged.enquiries > 0 || (await hasErasedSince(database, overwrittenAt));
    if (purged.enquiries > 0 || purged.drafts > 0) log.info(purged, 'purged');
    await updateErasuresFile(completeErasures);
    if (hasTraces) await overwrite();
  }

  async function updateErasuresFile(write: typeof recordErasures): Promise<void> {
    try {
      await write(database, options.erasures);
    } catch (error) {
      // The database records what is missing, so the next run writes it.
      log.error({ err: error }, 'ERASURES_FILE cannot be written: a restore would bring back erased enquiries');
    }
  }

  async function overwrite(): Promise<void> {
    const time = Date.now();
    let isDone = await overwriteErased(database);
    if (!isDone && isNight(time)) {
      await rewriteDatabase(database);
      isDone = true;
    }
    overwrittenAt = time;
    overwrittenSince = performance.now();
    hasTraces = !isDone;
  }

  function attempt(work: () => Promise<void> = runRetention): void {
    running = running.then(work).catch((error: unknown) => {
      // Retried in an hour. It may have erased something before failing.
      hasTraces = true;
      log.error({ err: error }, 'retention run failed');
    });
  }

  return {
    start() {
      timer = setInterval(() => attempt(), hour);
      timer.unref();
      attempt();
      forgetTimer = setInterval(() => {
        forgetSubmissions(database, Date.now() + (options.trustedTime?.ahead() ?? 0)).catch((error: unknown) =>
          log.warn({ err: error }, 'hashes of submissions could not be deleted'),
        );
      }, forgetInterval);
      forgetTimer.unref();
    },
    recordErasures: () => updateErasuresFile(recordErasures),
    overwriteSoon() {
      hasTraces = true;
      overwriteTimer ??= setTimeout(
        () => {
          overwriteTimer = undefined;
          attempt(overwrite);
        },
        Math.max(0, overwrittenSince + overwriteInterval - performance.now()),
      );
      overwriteTimer.unref();
    },
    async stop() {
      clearInterval(timer);
      clearInterval(forgetTimer);
      clearTimeout(overwriteTimer);
      await running;
    },
  };
}
