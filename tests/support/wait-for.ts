import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until the condition is true.
 * @param timeout in ms; by default as long as `expect.poll` waits
 * @throws after that time, with the condition in the message
 */
export async function waitFor(condition: () => boolean | Promise<boolean>, timeout = 30_000): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not true within ${timeout} ms: ${String(condition)}`);
    await pause(50);
  }
}
