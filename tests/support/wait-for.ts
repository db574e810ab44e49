import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until the condition is true, for as long as `expect.poll` does.
 * @throws after 30 seconds, with the condition in the message
 */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not true within 30 seconds: ${String(condition)}`);
    await pause(50);
  }
}
