import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { everyPage } from '../support/every-page.ts';
import { type Site, startSite } from '../support/site.ts';
import { sendBrokenPost } from './broken-posts.ts';
import { limited, median, memory, printTable, spread } from './figures.ts';
import { completeSearch, firstFlight } from './result-pages.ts';

const starts = 5;
const requestCount = 1_000;
const postCount = 10_000;
const concurrency = 8;
/** How long the site rests before its memory is read (ms). */
const restTime = 3_000;
/** Seconds, and MB of 10^6 bytes. */
const limits = { start: 0.8, afterRequests: 140, afterPosts: 250 };

/**
 * Measures how soon the site responds after its start, and its memory: when idle, after requests and after broken
 * posts.
 */
export async function benchIdle(): Promise<boolean> {
  const isStartFast = await benchStart();
  const isMemorySmall = await benchMemory();
  return isStartFast && isMemorySmall;
}

/** Measures the time from the start of the process to its first page, with and without cached code. */
async function benchStart(): Promise<boolean> {
  const cold: number[] = [];
  const warm: number[] = [];
  // The first start writes the cache.
  await timeToFirstPage();
  for (let start = 0; start < starts; start += 1) {
    const emptyCache = await mkdtemp(join(tmpdir(), 'compiled-'));
    cold.push(await timeToFirstPage({ NODE_COMPILE_CACHE: emptyCache }));
    await rm(emptyCache, { recursive: true });
    warm.push(await timeToFirstPage());
  }
  console.log(`Start to first page, medians of ${starts} alternating starts, in seconds:`);
  return printTable([
    { code: 'cached', time: limited(median(warm), 2, limits.start), range: spread(warm, 2) },
    { code: 'compiled', time: limited(median(cold), 2), range: spread(cold, 2) },
  ]);
}

/** @returns seconds from the start of a site to its first page */
async function timeToFirstPage(env: Record<string, string> = {}): Promise<number> {
  const start = performance.now();
  const site = await startSite({ env });
  const response = await fetch(`${site.url}/ar/about`);
  const time = (performance.now() - start) / 1000;
  await site.close();
  if (response.status !== 200) throw new Error(`Status ${response.status}`);
  return time;
}

/** Measures the memory of the site as it serves requests. */
async function benchMemory(): Promise<boolean> {
  const rows = [{ process: 'empty Node', ...(await emptyProcess()) }];
  const site = await startSite({ env: { FLIGHTS: 'sample', RATE_LIMIT_FACTOR: '100000' } });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  try {
    rows.push({ process: 'site, started', ...(await residentMemory(site.process.pid)) });

    const paths = await mixedPaths(site);
    await repeat(requestCount, async (count) => {
      const response = await fetch(`${site.url}${paths[count % paths.length]?.replace('COUNT', String(count))}`);
      await response.arrayBuffer();
      if (![200, 404].includes(response.status)) throw new Error(`${response.url}: status ${response.status}`);
    });
    const afterRequests = await residentMemory(site.process.pid, limits.afterRequests);
    rows.push({ process: `after ${requestCount} requests`, ...afterRequests });

    const statuses = new Map<string, number>();
    await repeat(postCount, async (count) => {
      const status = String((await sendBrokenPost(site.url, count, agent)) ?? 'none');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    const afterPosts = await residentMemory(site.process.pid, limits.afterPosts);
    rows.push({ process: `after ${postCount} broken posts`, ...afterPosts });

    console.log(`\nMemory after ${restTime / 1000} s of rest, in MB; broken posts by status: ${format(statuses)}`);
    // Posts refused by the rate limit would use almost no memory, and make the figures meaningless.
    return printTable(rows) && !statuses.has('429');
  } finally {
    agent.destroy();
    await site.close();
  }
}

const format = (counts: Map<string, number>) => [...counts].map(([status, count]) => `${status} × ${count}`).join(', ');

/** Paths of requests of every kind; `COUNT` is replaced with the number of the request. */
async function mixedPaths(site: Site): Promise<string[]> {
  const results = await completeSearch(site);
  const others = [
    '/en/help-center?q=visa+COUNT',
    '/ar/nothing/COUNT',
    '/en/cookie-preferences?back=COUNT',
    results,
    await firstFlight(site, results),
  ];
  return everyPage.flatMap(({ address }, index) => [address, others[index % others.length] ?? '']);
}

/** Runs `work` with numbers from 0 to `count` - 1, eight at a time. */
async function repeat(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

async function emptyProcess() {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  const figures = await residentMemory(child.pid);
  child.kill();
  return figures;
}

/** Waits until a process has rested, and reads its memory. */
async function residentMemory(pid: number | undefined, limit?: number) {
  await pause(restTime);
  return { resident: limited(memory(pid, 'VmRSS'), 0, limit), proportional: limited(memory(pid, 'Pss'), 0) };
}
