import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded } from './result-poller.server.ts';
import type { SearchState } from './search-database.server.ts';

/** How often a waiting page checks for its first results (ms). */
const checkInterval = 100;

/**
 * Waits until a search, or a list of several, has results or has ended.
 * @param read returns its present state
 * @param options.timeout maximum wait (ms)
 * @param options.now the clock of the searches (ms)
 */
export async function waitForFirstResults<Waiting extends { state: SearchState; results: { size: number } }>(
  search: Waiting,
  read: (search: Waiting) => Promise<Waiting>,
  { timeout, now }: { timeout: number; now: () => number },
): Promise<Waiting> {
  const deadline = now() + timeout;
  let current = search;
  while (current.results.size === 0 && !hasEnded(current.state) && now() < deadline) {
    await pause(checkInterval);
    current = await read(current);
  }
  return current;
}
