import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

/** Returns the figure that a percentage of all figures does not exceed. */
export function percentile(figures: readonly number[], percentage: number): number {
  return [...figures].sort((a, b) => a - b)[Math.ceil((figures.length * percentage) / 100) - 1] ?? NaN;
}

/** Formats minimum and maximum. */
export function spread(figures: readonly number[], digits = 0): string {
  return `${Math.min(...figures).toFixed(digits)} to ${Math.max(...figures).toFixed(digits)}`;
}

/** Pins a process to one core. */
export function pin(pid: number | undefined, core: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)], { stdio: 'ignore' });
}

/**
 * Reads the memory of a process in MB of 10^6 bytes (proc(5)): resident now (`VmRSS`), at its peak (`VmHWM`), or with
 * each shared page divided among the processes that share it (`Pss`).
 */
export function memory(pid: number | undefined, figure: 'VmRSS' | 'VmHWM' | 'Pss'): number {
  const file = readFileSync(`/proc/${pid}/${figure === 'Pss' ? 'smaps_rollup' : 'status'}`, 'utf8');
  return (Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(file)?.[1]) * 1024) / 1e6;
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

/** A figure with its limit. */
interface Limited {
  text: string;
  isWithin: boolean;
}

/** Formats a figure with its maximum: `1.92 ≤ 2.2`, or `2.61 > 2.2` if it is too large. */
export function limited(figure: number, digits: number, limit?: number): Limited {
  const text = figure.toFixed(digits);
  if (limit === undefined) return { text, isWithin: true };
  const isWithin = figure <= limit;
  return { text: `${text} ${isWithin ? '≤' : '>'} ${limit}`, isWithin };
}

/**
 * Prints rows as a table with the names of their cells as its head.
 * @returns whether all figures are within their limits
 */
export function printTable(rows: Record<string, string | Limited>[]): boolean {
  const cells = rows.map((row) => Object.values(row).map((cell) => (typeof cell === 'string' ? cell : cell.text)));
  const lines = [Object.keys(rows[0] ?? {}), ...cells];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines)
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    );
  return rows.every((row) => Object.values(row).every((cell) => typeof cell === 'string' || cell.isWithin));
}
