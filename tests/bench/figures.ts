import { execFileSync } from 'node:child_process';

export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

/** Formats minimum and maximum. */
export function spread(figures: readonly number[], digits = 0): string {
  return `${Math.min(...figures).toFixed(digits)} to ${Math.max(...figures).toFixed(digits)}`;
}

/** Pins a process to one core. */
export function pin(pid: number | undefined, core: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)], { stdio: 'ignore' });
}

/** Runs `work` repeatedly for a duration (ms) with a fixed concurrency. @returns runs per second */
export async function perSecond(concurrency: number, duration: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - start < duration) {
        await work();
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - start);
}
