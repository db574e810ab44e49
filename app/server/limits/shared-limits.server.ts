import { randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { day } from './visitor-key.server.ts';

/** What several processes need to count a visitor's requests together. */
export interface SharedLimits {
  /** Creates the counters of one limit. While the database is unreachable, each process counts on its own. */
  counters(name: string, points: number, seconds: number): RateLimiterPostgres;
  /**
   * Returns the salt of a day (days since 1970, UTC); a random one if the database has been unreachable since the
   * previous day.
   */
  saltOf: (day: number) => Buffer;
  /** Stops the timer. */
  close(): void;
}

const refreshInterval = 10 * 60_000;

/** Opens the counters and salts in the database. */
export async function openSharedLimits(server: PostgresServer, log: Pick<Log, 'warn'>): Promise<SharedLimits> {
  const salts = new Map<number, Buffer>();

  /** Gets the salts of today and tomorrow, which the first process creates, and deletes expired salts and counters. */
  async function refresh(): Promise<void> {
    const today = Math.floor(Date.now() / day);
    for (const date of [today, today + 1]) {
      if (salts.has(date)) continue;
      await server.query({
        text: 'INSERT INTO visitor_salts (day, salt) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING',
        values: [date, randomBytes(32).toString('base64')],
      });
      const { rows } = await server.query({ text: 'SELECT salt FROM visitor_salts WHERE day = $1', values: [date] });
      const [row] = rows as { salt: string }[];
      if (row) salts.set(date, Buffer.from(row.salt, 'base64'));
    }
    for (const date of salts.keys()) if (date < today) salts.delete(date);
    await server.query({ text: 'DELETE FROM visitor_salts WHERE day < $1', values: [today] });
    await server.query({ text: 'DELETE FROM rate_limits WHERE expire < $1', values: [Date.now()] });
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error: unknown) =>
      log.warn({ err: error }, 'Visitor salts and shared rate limits could not be refreshed'),
    );
  }, refreshInterval);
  timer.unref();

  return {
    counters: (name, points, seconds) =>
      new RateLimiterPostgres({
        // Drops the names of prepared statements: PgBouncer may run consecutive statements on different connections.
        storeClient: {
          query: ({ text, values }: { text: string; values: unknown[] }) => server.query({ text, values }),
        },
        storeType: 'client',
        ...{ tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false },
        ...{ keyPrefix: name, points, duration: seconds },
        insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
      }),
    saltOf: (date) => salts.get(date) ?? randomBytes(32),
    close: () => clearInterval(timer),
  };
}
