import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from '#app/database/postgres/postgres-server.server.ts';

/** How long failed attempts are remembered (ms), and for how many accounts. */
const failureLifetime = 15 * 60 * 1000;
const maxAccounts = 10_000;
/** The delay after the first failed attempt and the longest one (ms). */
const firstDelay = 250;
const maxDelay = 8_000;

/** Slows down repeated attempts to sign in to an account, whether it exists or not. Nobody is ever locked out. */
export interface SignInAttempts {
  /** Waits for as long as the failed attempts for this account require. */
  wait(email: string): Promise<void>;
  /** Counts the outcome of an attempt. */
  count(email: string, hasSucceeded: boolean): Promise<void>;
}

/** Accounts are identified by a hash, because addresses are personal data, and people may type anything as one. */
function keyOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64');
}

/** Returns how long to wait after this many failed attempts (ms). */
function delayAfter(failures: number): number {
  return Math.min(maxDelay, firstDelay * 2 ** (failures - 1));
}

/**
 * Creates the record of failed attempts, which is kept in the memory of this process.
 * @param now returns the Unix time in ms
 * @param pause waits for a number of milliseconds
 */
export function createSignInAttempts(
  now: () => number = Date.now,
  pause: (milliseconds: number) => Promise<unknown> = delay,
): SignInAttempts {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    async wait(email) {
      const entry = failures.get(keyOf(email));
      if (entry && entry.until > now()) await pause(delayAfter(entry.count));
    },
    count(email, hasSucceeded) {
      const key = keyOf(email);
      const count = failures.get(key)?.count ?? 0;
      failures.delete(key);
      if (!hasSucceeded) {
        if (failures.size >= maxAccounts) failures.delete([...failures.keys()][0] ?? '');
        failures.set(key, { count: count + 1, until: now() + failureLifetime });
      }
      return Promise.resolve();
    },
  };
}

/**
 * Creates the record of failed attempts that several processes share. It is stored with the counters of the rate
 * limits, which are deleted once they have expired.
 * @param server the database of the site; while it is unavailable, nobody can sign in anyway
 */
export function sharedSignInAttempts({ query }: Pick<PostgresServer, 'query'>): SignInAttempts {
  const counterOf = (email: string) => `signInFailures:${keyOf(email)}`;
  return {
    async wait(email) {
      const { rows } = await query({
        text: 'SELECT points FROM rate_limits WHERE key = $1 AND expire > $2',
        values: [counterOf(email), Date.now()],
      });
      const [failures] = rows as { points: number }[];
      if (failures) await delay(delayAfter(failures.points));
    },
    async count(email, hasSucceeded) {
      if (hasSucceeded) {
        await query({ text: 'DELETE FROM rate_limits WHERE key = $1', values: [counterOf(email)] });
        return;
      }
      const now = Date.now();
      await query({
        text: `INSERT INTO rate_limits AS counter (key, points, expire) VALUES ($1, 1, $2) ON CONFLICT (key) DO UPDATE
          SET points = CASE WHEN counter.expire > $3 THEN counter.points + 1 ELSE 1 END, expire = excluded.expire`,
        values: [counterOf(email), now + failureLifetime, now],
      });
    },
  };
}
