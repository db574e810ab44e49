import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { isPostgres } from '#app/database/dialect.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { recordJump, reduceJumps } from './clock-jumps.server.ts';

/**
 * A clock that is close to Unix time but unaffected by jumps of the system clock. Retries, expiry and erasure depend on
 * it (docs/decisions/0028).
 */
export interface TrustedTime {
  /** Returns trusted time (Unix time in ms). Never goes backwards, even across restarts. */
  now(): number;
  /** Returns how far trusted time is ahead of the system clock (ms). Add this to a clock time to convert it. */
  offset(): number;
  /** Stores the current time and stops the timer. */
  stop(): Promise<void>;
}

/** Maximum downtime, such as during an update, that does not require confirming the clock (ms). */
export const maxTrustedGap = 60 * 60 * 1000;
/** Smaller differences count as ordinary clock corrections (ms). */
const minJump = 60 * 1000;
const writeInterval = 5_000;

/** Name of the row that stores trusted time. */
const rowName = 'site';

/**
 * Starts the trusted clock; call once per process. It continues where the previous process stopped, then follows the
 * monotonic clock. Downtime of up to an hour, as measured by the system clock, is trusted. Longer downtime may be an
 * outage or a wrong clock: it is logged, recorded in `clock_leaps`, and ignored until somebody confirms the clock.
 */
export async function openTrustedTime(database: Database, log: Log): Promise<TrustedTime> {
  const clockAtStart = await readClock(database);
  const previous = (await readLastStored(database)) ?? { seen: clockAtStart, clock: clockAtStart };
  const downtime = clockAtStart - previous.clock;
  const isTrusted = downtime >= 0 && downtime <= maxTrustedGap;
  // If the clock cannot be trusted, assume that the previous process ran until its next write.
  /** Trusted time at `startedAt`. */
  let base = previous.seen + (isTrusted ? downtime : writeInterval);
  /** Monotonic time of the start (ms). */
  const startedAt = performance.now();
  const now = () => base + (performance.now() - startedAt);
  if (!isTrusted && Math.abs(downtime) > minJump) await handleJump(downtime, clockAtStart);

  let previousTick = { seen: now(), clock: clockAtStart };
  await store(clockAtStart);
  const timer = setInterval(() => {
    tick().catch(logFailure);
  }, writeInterval);
  timer.unref();

  function logFailure(error: unknown): void {
    log.error({ err: error }, 'Trusted time could not be stored');
  }

  async function tick(): Promise<void> {
    const clock = await readClock(database);
    const current = { seen: now(), clock };
    const jump = current.clock - previousTick.clock - (current.seen - previousTick.seen);
    previousTick = current;
    if (Math.abs(jump) > minJump) await handleJump(jump, clock);
    await store(clock);
  }

  async function handleJump(size: number, clock: number): Promise<void> {
    const minutes = Math.round(size / 60_000);
    // A forward jump may only have corrected a clock that was behind.
    const lead = Math.max(0, clock - now());
    if (size < 0) await reduceJumps(database, lead);
    else if (Math.min(size, lead) > maxTrustedGap) {
      await recordJump(database, now(), Math.min(size, lead));
      log.error(
        { minutes },
        'The clock has jumped ahead, so erasure is postponed. If the clock is right, confirm it: npm run enquiries -- clock-is-right',
      );
      return;
    }
    log.warn({ minutes }, 'The clock has jumped. Retries and expiry continue to follow trusted time');
  }

  /**
   * Stores trusted time. With several processes the greatest value is correct: no process counts faster than real time.
   */
  async function store(clock: number): Promise<void> {
    const seen = Math.floor(now());
    const row = await database
      .insertInto('seen_time')
      .values({ name: rowName, seen, clock })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          seen: sql<number>`CASE WHEN seen_time.seen > excluded.seen THEN seen_time.seen ELSE excluded.seen END`,
          clock,
        }),
      )
      .returning('seen')
      .executeTakeFirstOrThrow();
    base += Math.max(0, row.seen - now());
  }

  const storeClock = async () => store(await readClock(database));

  return {
    now: () => Math.floor(now()),
    offset: () => Math.floor(now()) - Date.now(),
    async stop() {
      clearInterval(timer);
      // The site may be stopped while its database is unavailable.
      await storeClock().catch(logFailure);
    },
  };
}

/**
 * Returns the last stored trusted time, for a command-line tool that runs alongside the site. The site uses the
 * same time, so a message that the tool schedules for now is due there at once.
 */
export async function readTrustedTime(database: Database): Promise<Pick<TrustedTime, 'now' | 'offset'>> {
  const { seen } = (await readLastStored(database)) ?? { seen: Date.now() };
  return { now: () => seen, offset: () => seen - Date.now() };
}

/**
 * Returns how far trusted time was ahead of the system clock (ms) when it was last stored: a few seconds ago while
 * the site is running.
 * @param database may be a transaction
 */
export async function readStoredOffset(database: Database): Promise<number> {
  const stored = await readLastStored(database);
  return stored ? stored.seen - stored.clock : 0;
}

/**
 * Reads the system clock (Unix time in ms). If several machines can share the database, this is the clock of the
 * database's machine, because their own may differ.
 */
async function readClock(database: Database): Promise<number> {
  if (!isPostgres(database)) return Date.now();
  const { rows } = await sql<{
    now: number;
  }>`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now`.execute(database);
  return rows[0]?.now ?? Date.now();
}

/** Reads the last stored time. In a database written by an older version, this is the last heartbeat. */
async function readLastStored(database: Database): Promise<{ seen: number; clock: number } | undefined> {
  const row = await database.selectFrom('seen_time').selectAll().where('name', '=', rowName).executeTakeFirst();
  if (row) return row;
  const heartbeat = await database.selectFrom('heartbeats').select('at').where('name', '=', rowName).executeTakeFirst();
  return heartbeat && { seen: heartbeat.at, clock: heartbeat.at };
}
