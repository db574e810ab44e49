import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#app/database/database.server.ts';
import { isLocked } from '#app/database/dialect.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { type AuditEntry, recordAction } from './audit.server.ts';

/** Records in the audit log what somebody has read, for which no form has been sent. */
export interface ReadingAudit {
  /**
   * Adds an entry, before the page is sent. While another process has locked the database, the page does not wait: the
   * entry is logged, and added as soon as possible.
   */
  record(entry: Omit<AuditEntry, 'number'>): Promise<void>;
  /** Waits until delayed entries have been added, or one more attempt to add them has failed. */
  stop(): Promise<void>;
}

/** Interval between attempts to add delayed entries (ms); an attempt itself waits for the lock for seconds. */
const retryInterval = 1_000;

/** Opens the recorder, one per process. */
export function openReadingAudit(database: Database, log: Pick<Log, 'warn' | 'error'>): ReadingAudit {
  const delayed: Omit<AuditEntry, 'number'>[] = [];
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  async function addDelayed(): Promise<void> {
    for (let [entry] = delayed; entry; [entry] = delayed) {
      try {
        await recordAction(database, entry);
        delayed.shift();
      } catch (error) {
        log.error({ err: error, entries: delayed.length }, 'What was read at the desk could not be recorded yet');
        if (stopping.signal.aborted) return;
        await pause(retryInterval, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    async record(entry) {
      if (!(await isLocked(database))) return recordAction(database, entry);
      log.warn({ entry }, 'Another process has locked the database: what was read at the desk is recorded after that');
      delayed.push(entry);
      running ??= addDelayed().finally(() => (running = undefined));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
