import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#app/database/database.server.ts';
import { isBusy } from '#app/database/file-lock.server.ts';
import { newId } from '#app/ids/secrets.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { backoff } from '#app/outbound/backoff.ts';
import type { TroubleNotice } from './notice.ts';
import type { Recipient } from './recipients.server.ts';

/** Detects that the database cannot be written to, and notifies staff without using it. */
export interface DatabaseWatch {
  /** Writes a heartbeat. Notifies staff when this starts to fail and when it works again. */
  tick(): Promise<void>;
  /** Reports that a request could not be stored, whether or not heartbeats work. */
  reportStorageFailure(): void;
  /** Stops retrying notices. */
  stop(): Promise<void>;
}

const requestNotStored = 'a request was not stored';
const maxBackoff = 2 * 60_000;
/** The trouble ends when no request has failed to be stored for this long (ms). */
const recoveryTime = 15 * 60_000;

/**
 * Watches the database, which the notice outbox depends on. Keeps its own notices in memory until they are accepted;
 * after a restart it detects the error again.
 */
export function openDatabaseWatch(
  database: Database,
  recipients: readonly Recipient[],
  log: Log,
  clock: () => number = Date.now,
): DatabaseWatch {
  const abortController = new AbortController();
  const notifications = new Set<Promise<void>>();
  let hasFailed = false;
  let failedAt = -Infinity;
  /** Whether the last heartbeat met the lock of another process. */
  let wasLocked = false;

  /**
   * @returns why it failed; not for the first one that a lock delays too long, because the lock may end at any moment,
   * unless there is trouble already
   */
  async function writeHeartbeat(): Promise<string | undefined> {
    try {
      const at = clock();
      await database
        .insertInto('heartbeats')
        .values({ name: 'site', at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
        .execute();
      wasLocked = false;
      return undefined;
    } catch (error) {
      log.error({ err: error }, 'Heartbeat could not be written');
      const isFirstOfLock = isBusy(error) && !wasLocked;
      wasLocked = isBusy(error);
      if (isFirstOfLock && !hasFailed) return undefined;
      const { errcode, code, name } = error as { errcode?: number; code?: string; name: string };
      return [code ?? name, errcode].filter((part) => part !== undefined).join(' ');
    }
  }

  function notifyAll(notice: TroubleNotice): void {
    log[notice.type === 'trouble.began' ? 'error' : 'info'](notice, 'trouble');
    const id = newId();
    for (const recipient of recipients) {
      const notification = notify(recipient, id, notice).finally(() => notifications.delete(notification));
      notifications.add(notification);
    }
  }

  async function notify({ id: recipient, channel }: Recipient, id: string, notice: TroubleNotice): Promise<void> {
    for (let attempts = 1; !abortController.signal.aborted; attempts++) {
      const result = await channel.send(id, notice);
      if (result.accepted) {
        log.info({ notice: id, type: notice.type, recipient, attempts }, 'Notice delivered');
        return;
      }
      log.warn({ notice: id, type: notice.type, recipient, attempts, reason: result.reason }, 'Notice not accepted');
      await pause(backoff(attempts, maxBackoff), undefined, { signal: abortController.signal, ref: false }).catch(
        // Aborted by `stop`, which also ends the loop.
        () => undefined,
      );
    }
  }

  function updateState(reason: string | undefined): void {
    if ((reason !== undefined) === hasFailed) return;
    hasFailed = reason !== undefined;
    const at = new Date(clock()).toISOString();
    notifyAll({ type: hasFailed ? 'trouble.began' : 'trouble.over', trouble: 'database_fault', reason, at });
  }

  return {
    async tick() {
      const reason = await writeHeartbeat();
      updateState(reason ?? (clock() - failedAt < recoveryTime ? requestNotStored : undefined));
    },
    reportStorageFailure() {
      failedAt = clock();
      updateState(requestNotStored);
    },
    async stop() {
      abortController.abort();
      await Promise.all(notifications);
    },
  };
}
