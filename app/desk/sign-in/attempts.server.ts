import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

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
  count(email: string, hasSucceeded: boolean): void;
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
  /** Accounts are identified by a hash: their addresses are personal data, and anything may be entered as one. */
  const keyOf = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest('base64');
  return {
    async wait(email) {
      const entry = failures.get(keyOf(email));
      if (entry && entry.until > now()) await pause(Math.min(maxDelay, firstDelay * 2 ** (entry.count - 1)));
    },
    count(email, hasSucceeded) {
      const key = keyOf(email);
      const count = failures.get(key)?.count ?? 0;
      failures.delete(key);
      if (hasSucceeded) return;
      if (failures.size >= maxAccounts) failures.delete([...failures.keys()][0] ?? '');
      failures.set(key, { count: count + 1, until: now() + failureLifetime });
    },
  };
}
