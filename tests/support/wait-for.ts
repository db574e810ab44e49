import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a test waits for a condition (ms), here, with `expect.poll` and in the browser. What takes seconds on an idle
 * machine may take a minute on a slow one that is busy; only a test that fails waits that long.
 */
export const longestWait = 120_000;

/** How long a test or the preparation of a file may take (ms), unless it waits for more than a few conditions. */
export const longestTest = 5 * longestWait;

/**
 * Waits until a condition is true, or something is there.
 * @param find returns false or undefined until then
 * @param timeout in ms
 * @returns what was found
 * @throws after that time, with the condition in the message
 */
export async function waitFor<Found>(
  find: () => Found | Promise<Found>,
  timeout = longestWait,
): Promise<Exclude<Found, false | undefined>> {
  const end = performance.now() + timeout;
  for (;;) {
    const found = await find();
    if (found !== false && found !== undefined) return found as Exclude<Found, false | undefined>;
    if (performance.now() > end) throw new Error(`Not true within ${timeout} ms: ${String(find)}`);
    await pause(50);
  }
}
