import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { recordJump, withdrawJumps } from './clock-jumps.server.ts';

/**
 * The trusted time: about the Unix time in ms, but unaffected by jumps of the machine's clock. Everything that waits,
 * expires or is erased uses it (docs/decisions/0028).
 */
export interface TrustedTime {
  /** The trusted time in ms. Never goes back, even across restarts. */
  now(): number;
  /** How far it is ahead of the machine's clock (ms): add this to convert a time of that clock. */
  ahead(): number;
  /** Stores the current time and stops. */
  stop(): Promise<void>;
}

/** How long the site may be down, as for an update, without anybody having to confirm the clock (ms). */
export const maxTrustedGap = 60 * 60 * 1000;
/** Smaller differences are ordinary clock corrections (ms). */
const minJump = 60 * 1000;
const writeInterval = 5_000;

const site = 'site';

/**
 * Opens the trusted time; one per process. It continues where the previous process stopped, then follows the monotonic
 * clock. A gap of up to an hour according to the machine's clock is trusted. A longer one may be an outage or a wrong
 * clock: it is logged, recorded in `clock_leaps`, and ignored until somebody confirms the clock.
 */
export async function openTrustedTime(database: Database, log: Log): Promise<TrustedTime> {
  const previous = (await lastSeen(database)) ?? { seen: Date.now(), clock: Date.now() };
  const downtime = Date.now() - previous.clock;
  const isTrusted = downtime >= 0 && downtime <= maxTrustedGap;
  // If the clock cannot be trusted, the previous process may have run until its next write.
  let base = previous.seen + (isTrusted ? downtime : writeInterval);
  const startedAt = performance.now();
  const now = () => base + (performance.now() - startedAt);
  if (!isTrusted && Math.abs(downtime) > minJump) await handleJump(downtime);

  let last = { seen: now(), clock: Date.now() };
  await write();
  const timer = setInterval(() => {
    tick().catch((error: unknown) => log.error({ err: error }, 'trusted time could not be stored'));
  }, writeInterval);
  timer.unref();

  async function tick(): Promise<void> {
    const current = { seen: now(), clock: Date.now() };
    const jump = current.clock - last.clock - (current.seen - last.seen);
    last = current;
    if (Math.abs(jump) > minJump) await handleJump(jump);
    await write();
  }

  async function handleJump(milliseconds: number): Promise<void> {
    const minutes = Math.round(milliseconds / 60_000);
    // A clock that was behind may only have been corrected.
    const lead = Math.max(0, Date.now() - now());
    if (milliseconds < 0) await withdrawJumps(database, lead);
    else if (Math.min(milliseconds, lead) > maxTrustedGap) {
      await recordJump(database, now(), Math.min(milliseconds, lead));
      log.error(
        { minutes },
        'The clock has leapt ahead, so erasing is postponed. If the clock is right, confirm it: npm run enquiries -- clock-is-right',
      );
      return;
    }
    log.warn({ minutes }, 'The clock has leapt: waiting and expiry follow the trusted time instead');
  }

  /** With several processes, the greatest value is right, because none is ahead of the time that has passed. */
  async function write(): Promise<void> {
    const [seen, clock] = [Math.floor(now()), Date.now()];
    const row = await database
      .insertInto('seen_time')
      .values({ name: site, seen, clock })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ seen: sql<number>`max(seen_time.seen, excluded.seen)`, clock }),
      )
      .returning('seen')
      .executeTakeFirstOrThrow();
    base += Math.max(0, row.seen - now());
  }

  return {
    now: () => Math.floor(now()),
    ahead: () => Math.floor(now()) - Date.now(),
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

/**
 * The trusted time for a command line alongside the running site: the last stored value, so that what the tool makes due
 * is due for the site as well.
 */
export async function readTrustedTime(database: Database): Promise<Pick<TrustedTime, 'now' | 'ahead'>> {
  const { seen } = (await lastSeen(database)) ?? { seen: Date.now() };
  return { now: () => seen, ahead: () => seen - Date.now() };
}

/** The last stored time; from older versions, the last heartbeat. */
async function lastSeen(database: Database): Promise<{ seen: number; clock: number } | undefined> {
  const row = await database.selectFrom('seen_time').selectAll().where('name', '=', site).executeTakeFirst();
  if (row) return row;
  const heartbeat = await database.selectFrom('heartbeats').select('at').where('name', '=', site).executeTakeFirst();
  return heartbeat && { seen: heartbeat.at, clock: heartbeat.at };
}
