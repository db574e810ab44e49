import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#app/database/database.server.ts';
import { newId } from '#app/ids/secrets.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { backoff } from '#app/outbound/backoff.ts';
import type { TroubleNotice } from './notice.ts';
import type { Recipient } from './recipients.server.ts';

/** Detects that the database cannot be written, and notifies without it. */
export interface DatabaseWatch {
  /** Writes a heartbeat. Notifies when that starts to fail, and when it works again. */
  tick(): Promise<void>;
  /** Reports that a request could not be stored, whether or not heartbeats work. */
  storageFailed(): void;
  /** Stops retrying notices. */
  stop(): Promise<void>;
}

const notStored = 'a request was not stored';
const maxBackoff = 2 * 60_000;
/** After a request could not be stored, the trouble lasts until none has failed for this long (ms). */
const failureDuration = 15 * 60_000;

/**
 * Watches the database, which the notice outbox depends on. Its own notices are held in memory until accepted; after a
 * restart the error is detected again.
 */
export function openDatabaseWatch(
  database: Database,
  recipients: readonly Recipient[],
  log: Log,
  clock: () => number = Date.now,
): DatabaseWatch {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let hasFailed = false;
  let failedAt = -Infinity;

  async function beat(): Promise<string | undefined> {
    try {
      const at = clock();
      await database
        .insertInto('heartbeats')
        .values({ name: 'site', at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
        .execute();
      return undefined;
    } catch (error) {
      log.error({ err: error }, 'heartbeat could not be written');
      const { errcode, code, name } = error as { errcode?: number; code?: string; name: string };
      return [code ?? name, errcode].filter((part) => part !== undefined).join(' ');
    }
  }

  function tellAll(notice: TroubleNotice): void {
    log[notice.type === 'trouble.began' ? 'error' : 'info'](notice, 'trouble');
    const id = newId();
    for (const recipient of recipients) {
      const telling = tell(recipient, id, notice).finally(() => underWay.delete(telling));
      underWay.add(telling);
    }
  }

  async function tell({ id: recipient, channel }: Recipient, id: string, notice: TroubleNotice): Promise<void> {
    for (let attempts = 1; !stopping.signal.aborted; attempts++) {
      const answer = await channel.tell(id, notice);
      if (answer.accepted) {
        log.info({ notice: id, type: notice.type, recipient, attempts }, 'notice delivered');
        return;
      }
      log.warn({ notice: id, type: notice.type, recipient, attempts, reason: answer.reason }, 'notice not accepted');
      await pause(backoff(attempts, maxBackoff), undefined, { signal: stopping.signal, ref: false }).catch(
        // Stopped: the loop ends.
        () => undefined,
      );
    }
  }

  function updateState(reason: string | undefined): void {
    if ((reason !== undefined) === hasFailed) return;
    hasFailed = reason !== undefined;
    const at = new Date(clock()).toISOString();
    tellAll({ type: hasFailed ? 'trouble.began' : 'trouble.over', trouble: 'database_fault', reason, at });
  }

  return {
    async tick() {
      const reason = await beat();
      updateState(reason ?? (clock() - failedAt < failureDuration ? notStored : undefined));
    },
    storageFailed() {
      failedAt = clock();
      updateState(notStored);
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
