import { setTimeout as pause } from 'node:timers/promises';
import type { TrustedTime } from '#app/clock/trusted-time.server.ts';
import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { readDeliveryPause } from '#app/outbound/delivery-pause.server.ts';
import { announceDueSteps, type Escalation } from './alarms.server.ts';
import { openDatabaseWatch } from './database-watch.server.ts';
import { openNoticeOutbox } from './notice-outbox.server.ts';
import type { Recipients } from './recipients.server.ts';
import { openTroubleWatch, type TroubleProbe } from './trouble-watch.server.ts';

/** Notifies staff of requests and problems. */
export interface Notices {
  /** Starts polling for due notices and problems, until stopped. */
  start(): void;
  /** Reports that a request could not be stored, which is announced immediately. */
  reportStorageFailure(): void;
  /** Stops polling and waits for deliveries in progress. */
  stop(): Promise<void>;
}

const noticeInterval = 1_000;
const watchInterval = 10_000;
const shutdownTimeout = 5_000;

/** Opens the services that notify staff: notices and reminders of requests, and notices of problems. */
export function openNotices(
  {
    database,
    recipients,
    escalation,
    siteUrl,
    probes,
    announceOthers,
    trustedTime,
  }: {
    database: Database;
    recipients: Recipients;
    escalation: Escalation;
    /** See {@link openNoticeOutbox}. */
    siteUrl: string | undefined;
    probes: readonly TroubleProbe[];
    /**
     * Announces what else is due, apart from new requests and their reminders. `now`: time of the system clock (Unix
     * time in ms)
     */
    announceOthers?: (now: number) => Promise<void>;
    trustedTime: Pick<TrustedTime, 'now' | 'offset'>;
  },
  log: Log,
): Notices {
  const outbox = openNoticeOutbox(database, recipients, log, () => trustedTime.now(), siteUrl);
  const troubleWatch = openTroubleWatch(database, probes, log, () => trustedTime.now());
  const databaseWatch = openDatabaseWatch(database, recipients.everybody, log, () => trustedTime.now());
  const loops: { stop(): Promise<void> }[] = [];

  async function sendNotices(): Promise<void> {
    if (await readDeliveryPause(database)) return;
    // Alarms must not advance while there are no recipients.
    if (recipients.everybody.length > 0) await announceDueSteps(database, escalation, Date.now(), trustedTime.offset());
    await announceOthers?.(Date.now());
    await outbox.tick();
  }

  async function checkForTrouble(): Promise<void> {
    await databaseWatch.tick();
    await troubleWatch.tick();
  }

  return {
    start() {
      loops.push(startLoop(sendNotices, noticeInterval, log), startLoop(checkForTrouble, watchInterval, log));
    },
    reportStorageFailure: () => databaseWatch.reportStorageFailure(),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      // The next process redelivers notices that have not been acknowledged by then, under the same id.
      await Promise.race([
        Promise.all([databaseWatch.stop(), outbox.idle()]),
        pause(shutdownTimeout, undefined, { ref: false }),
      ]);
    },
  };
}

/** Runs `work` now and repeatedly, waiting `interval` ms after each run. */
function startLoop(work: () => Promise<void>, interval: number, log: Log): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const run = () => {
    running = work()
      .catch((error: unknown) =>
        log.error({ err: error }, 'Processing notices or checking for trouble failed; this will be retried'),
      )
      .then(() => {
        if (isStopped) return;
        timer = setTimeout(run, interval);
        timer.unref();
      });
  };
  run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
