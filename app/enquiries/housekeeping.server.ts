import { overwriteErased, type Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { sweepUploads } from '#app/uploads/sweep.server.ts';
import { eraseExpired, hasErasedSince } from './retention.server.ts';

/** What a purge took away. */
export interface Purged {
  /** Enquiries past their time. */
  enquiries: number;
  /** Forms that were never sent, with their files. */
  drafts: number;
}

/**
 * Erases what has been kept for long enough: enquiries past their time and forms that were not sent within a day. Their
 * traces in the database's files are left to `overwriteErased`.
 * @param days how long an enquiry is kept after it arrived
 */
export async function purge(database: Database, store: FileStore, days: number, now: number): Promise<Purged> {
  const enquiries = await eraseExpired(database, store, days, now);
  const drafts = await sweepUploads(database, store, now);
  return { enquiries, drafts };
}

export interface Housekeeping {
  /** Purges now and every hour, and overwrites the traces of whatever has been erased since the last time. */
  start(): void;
  /** Plans no more and waits for what is under way. */
  stop(): Promise<void>;
}

const hour = 60 * 60 * 1000;

/** @param days how long an enquiry is kept after it arrived */
export function openHousekeeping(database: Database, store: FileStore, days: number, log: Log): Housekeeping {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let overwrittenAt = 0;
  // Nobody knows how far the process before this one came.
  let hasTraces = true;

  async function keepHouse(): Promise<void> {
    const purged = await purge(database, store, days, Date.now());
    hasTraces ||= purged.drafts > 0 || (await hasErasedSince(database, overwrittenAt));
    if (purged.enquiries > 0 || purged.drafts > 0) log.info(purged, 'purged');
    if (!hasTraces) return;
    const moment = Date.now();
    await overwriteErased(database);
    overwrittenAt = moment;
    hasTraces = false;
  }

  function attempt(): void {
    running = keepHouse().catch((error: unknown) => {
      // Comes again in an hour. How far it came is not known.
      hasTraces = true;
      log.error({ err: error }, 'housekeeping failed');
    });
  }

  return {
    start() {
      timer = setInterval(attempt, hour);
      timer.unref();
      attempt();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
