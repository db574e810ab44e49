import { overwriteErased, type Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { sweepUploads } from '#app/uploads/sweep.server.ts';
import { sweepUnfinishedUploads } from '#app/uploads/unfinished-uploads.server.ts';
import { eraseExpired, hasErasedSince } from './retention.server.ts';

/** What a purge took away. */
export interface Purged {
  /** Enquiries past their time. */
  enquiries: number;
  /** Forms that were never sent, with their files. */
  drafts: number;
}

/** What is purged, and when. */
export interface Keeping {
  database: Database;
  files: FileStore;
  /** The folder of unfinished uploads. */
  uploads: string;
  /** How long an enquiry is kept after it arrived. */
  days: number;
}

/**
 * Erases what has been kept for long enough: enquiries past their time, and forms that were not sent within a day with
 * what has come of their files. Traces in the database's files are left to `overwriteErased`.
 */
export async function purge({ database, files, uploads, days }: Keeping, now: number): Promise<Purged> {
  const enquiries = await eraseExpired(database, files, days, now);
  const drafts = await sweepUploads(database, files, now);
  await sweepUnfinishedUploads(database, uploads);
  return { enquiries, drafts };
}

export interface Housekeeping {
  /** Purges now and every hour, and overwrites the traces of whatever has been erased since the last time. */
  start(): void;
  /**
   * Overwrites the traces of what has just been erased: at once, but not more often than every ten seconds, because
   * everybody waits while the file is written anew.
   */
  overwriteSoon(): void;
  /** Plans no more and waits for what is under way. */
  stop(): Promise<void>;
}

const hour = 60 * 60 * 1000;
const overwriteEvery = 10_000;

/** The process's one keeper of what is kept. */
export function openHousekeeping(keeping: Keeping, log: Log): Housekeeping {
  const { database } = keeping;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  let overwrittenAt = 0;
  // Nobody knows how far the process before this one came.
  let hasTraces = true;

  async function keepHouse(): Promise<void> {
    const purged = await purge(keeping, Date.now());
    hasTraces ||= purged.drafts > 0 || (await hasErasedSince(database, overwrittenAt));
    if (purged.enquiries > 0 || purged.drafts > 0) log.info(purged, 'purged');
    if (hasTraces) await overwrite();
  }

  async function overwrite(): Promise<void> {
    const moment = Date.now();
    await overwriteErased(database);
    overwrittenAt = moment;
    hasTraces = false;
  }

  function attempt(work: () => Promise<void> = keepHouse): void {
    running = running.then(work).catch((error: unknown) => {
      // Comes again in an hour. How far it came is not known.
      hasTraces = true;
      log.error({ err: error }, 'housekeeping failed');
    });
  }

  return {
    start() {
      timer = setInterval(() => attempt(), hour);
      timer.unref();
      attempt();
    },
    overwriteSoon() {
      hasTraces = true;
      soon ??= setTimeout(
        () => {
          soon = undefined;
          attempt(overwrite);
        },
        Math.max(0, overwrittenAt + overwriteEvery - Date.now()),
      );
      soon.unref();
    },
    async stop() {
      clearInterval(timer);
      clearTimeout(soon);
      await running;
    },
  };
}
