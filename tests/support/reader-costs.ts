import { readFileSync, writeFileSync } from 'node:fs';
import { type Content, type ContentReader, largestContent, type OpenReader } from './content-readers/content-reader.ts';
import { longestStop, referenceTime } from './reference-load.ts';
import { threadTime } from './thread-time.ts';

/** What it costs to read a content. */
export interface ReadingCosts {
  content: string;
  /** Size (bytes). */
  size: number;
  /** Longest stop of the event loop (ms of processor time), also as a ratio to the reference load. */
  stop: number;
  stopRatio: number;
  /** Work for this size as a ratio to the work for a sixteenth of it. */
  growth: number;
  /** Highest memory beyond that of the idle process and of the content itself (MiB). */
  memory: number;
  /** The same for three at once, or a bound of it. */
  memoryOfThree: number;
}

/** What reading a content may cost at most. */
export const costLimits = { stopRatio: 2, growth: 24 };

/**
 * Returns how much memory a reader may need at most (MiB), for as many contents at once. Parsed JSON takes several times
 * the size of its text.
 */
export function memoryLimit({ readsJson, maxBytes }: ContentReader, count: 1 | 3): number {
  const jsonLimit = (6 * count * Math.min(largestContent, maxBytes)) / 1024 ** 2;
  return readsJson ? Math.max(64, jsonLimit) : 64;
}

/** How much larger the larger content is, whose work `growth` compares. */
const sizeRatio = 16;

/**
 * Work that takes less than this part of the reference load counts as this much: its time depends on which caches hold
 * the content rather than on how much is done.
 */
const leastWork = 0.01;

/** Contents are measured until they are within the limits, at most this often; the smallest figures count. */
const rounds = 5;

/**
 * Measures a reader with each of its contents. The process must have been started with `--expose-gc`, and do nothing
 * else.
 */
export async function measureReader(reader: ContentReader): Promise<ReadingCosts[]> {
  const open = await reader.open();
  const read = (content: Buffer) => open.read(content);
  try {
    const size = Math.min(largestContent, reader.maxBytes);
    const sizes = { small: Math.floor(size / sizeRatio), large: size };
    // Whatever is loaded or compiled with the first contents belongs to the idle process.
    for (const [, bytes] of reader.contents) await read(bytes(sizes.small));
    const idle = idleMemory();
    const costs: ReadingCosts[] = [];
    for (const content of reader.contents) {
      costs.push(await measureContent(reader, read, content, sizes, idle));
    }
    return costs;
  } finally {
    await open.close?.();
  }
}

async function measureContent(
  reader: ContentReader,
  read: OpenReader['read'],
  [name, bytes]: Content,
  sizes: { small: number; large: number },
  idle: number,
): Promise<ReadingCosts> {
  const [small, large] = [bytes(sizes.small), bytes(sizes.large)];
  const held = (small.length + large.length) / 1024 ** 2;
  const best = { small: Infinity, large: Infinity, stop: Infinity };
  const figures = () => ({
    stopRatio: best.stop / bestReference,
    growth: best.large / Math.max(best.small, bestReference * leastWork),
  });
  const readOnce = async () => {
    let stop = 0;
    best.small = Math.min(best.small, await timeOf(() => read(small)));
    const time = await timeOf(async () => (stop = await longestStop(() => read(large))));
    best.large = Math.min(best.large, time);
    best.stop = Math.min(best.stop, stop);
  };
  if (bestReference === Infinity) bestReference = referenceTime();
  const memory = (await peak(readOnce, memoryLimit(reader, 1) + idle + held)) - idle - held;
  for (let round = 1; round < rounds; round += 1) {
    const { stopRatio, growth } = figures();
    if (stopRatio <= costLimits.stopRatio && growth <= costLimits.growth) break;
    // The machine may have been slow.
    bestReference = Math.min(bestReference, referenceTime());
    await readOnce();
  }
  const readThree = () => Promise.all([read(large), read(large), read(large)]);
  // Three at once need at most three times as much as one.
  const isMeasured = 3 * memory > memoryLimit(reader, 3);
  const memoryOfThree = isMeasured
    ? (await peak(readThree, memoryLimit(reader, 3) + idle + held)) - idle - held
    : 3 * memory;
  return { content: name, size: large.length, stop: best.stop, ...figures(), memory, memoryOfThree };
}

/**
 * Returns the highest memory of the process during some work (MiB). If it exceeds a limit, the work is repeated without
 * the garbage of earlier work.
 */
async function peak(work: () => Promise<unknown>, limit: number): Promise<number> {
  for (const isLast of [false, true]) {
    if (isLast) idleMemory();
    // Resets the highest memory (proc_pid_clear_refs(5)).
    writeFileSync('/proc/self/clear_refs', '5');
    await work();
    if (memoryFigure('VmHWM') <= limit) break;
  }
  return memoryFigure('VmHWM');
}

/** The shortest time of the reference load so far (ms). */
let bestReference = Infinity;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = threadTime();
  await work();
  return threadTime() - start;
}

/** Collects garbage, and returns all freed memory to the system. @returns the memory of the process (MiB) */
function idleMemory(): number {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  return memoryFigure('VmRSS');
}

function memoryFigure(name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
