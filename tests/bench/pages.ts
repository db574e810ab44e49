import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyForm } from '../support/every-form.ts';
import { processorTime } from '../support/processor-time.ts';
import { type Site, startSite } from '../support/site.ts';
import { median, pin, spread } from './figures.ts';
import { loadTest } from './wrk.ts';

const rounds = 3;
/** Seconds. */
const roundTime = 4;
const serverCore = '0';
const loadCore = '1';

/** Minimum rate of cached pages, as a share of a bare Node server that sends the same bytes and headers. */
const minShare = 0.6;
/**
 * Maximum processor time of a cached page with metrics, as a multiple of that without. Two processes of the same
 * program may differ by more than the metrics cost.
 */
const maxMeteredTime = 1.1;
/** Maximum 99th percentile of the response time of cached pages, as a multiple of the bare server's. */
const maxLatency = 2;
/** Minimum documents per second of rendered pages, without compression and as a phone receives them. */
const minRendered = { identity: 1_500, br: 1_000 };

/**
 * Measures documents per second, with the access log on, in a file. A cached page is compared with a bare Node server
 * that sends the same bytes and headers, and with the site with metrics; pages that are rendered for each request have
 * minimum rates. The servers and the load have one core each.
 */
export async function benchPages(): Promise<boolean> {
  pin(process.pid, loadCore);
  const folder = await mkdtemp(join(tmpdir(), 'bench-pages-'));
  const start = (name: string, env = {}) =>
    startSite({ env: { RATE_LIMIT_FACTOR: '100000', ...env }, logFile: join(folder, name) });
  const [site, metered] = [await start('log'), await start('metered-log', { METRICS_PORT: '0' })];
  for (const { process: child } of [site, metered]) pin(child.pid, serverCore);
  try {
    const isCachedFast = await benchCachedPage(site, folder);
    const areMetricsCheap = await benchMetrics(site, metered);
    const isRenderedFast = await benchRenderedPages(site, folder);
    return isCachedFast && areMetricsCheap && isRenderedFast;
  } finally {
    await Promise.all([site.close(), metered.close()]);
    await rm(folder, { recursive: true });
  }
}

async function benchCachedPage(site: Site, folder: string): Promise<boolean> {
  const headers = { 'Accept-Encoding': 'br' };
  const url = `${site.url}/en/about`;
  const page = await download(url, headers);
  await writeFile(join(folder, 'body'), page.body);
  // Node adds these itself.
  const own = ['date', 'connection', 'keep-alive'];
  const kept = pairs(page.response.rawHeaders).filter(([name]) => !own.includes(name.toLowerCase()));
  await writeFile(join(folder, 'headers.json'), JSON.stringify(kept.flat()));
  const bare = await startBareServer(folder);
  const measure = (target: string) => loadTest(target, { duration: roundTime, core: loadCore, headers });
  try {
    const [ours, theirs] = [[], []] as Awaited<ReturnType<typeof loadTest>>[][];
    await measure(url);
    for (let round = 0; round < rounds; round += 1) {
      ours?.push(await measure(url));
      theirs?.push(await measure(bare.url));
    }
    const [rates, bareRates] = [ours, theirs].map((loads = []) => loads.map(({ perSecond }) => perSecond));
    const [latencies, bareLatencies] = [ours, theirs].map((loads = []) => loads.map(({ p99 }) => p99));
    const share = median(rates ?? []) / median(bareRates ?? []);
    const latency = median(latencies ?? []) / median(bareLatencies ?? []);
    console.log(`Cached page, ${page.body.length} bytes, medians of ${rounds} alternating rounds:`);
    console.log(
      `  site ${median(rates ?? []).toFixed(0)}/s (${spread(rates ?? [])}), 99 % within ${median(latencies ?? [])} ms`,
    );
    console.log(
      `  bare ${median(bareRates ?? []).toFixed(0)}/s (${spread(bareRates ?? [])}), 99 % within ${median(bareLatencies ?? [])} ms`,
    );
    const isShareReached = report(share >= minShare, `${share.toFixed(2)} of bare Node, at least ${minShare}`);
    return (
      report(latency <= maxLatency, `${latency.toFixed(1)} times its 99th percentile, at most ${maxLatency}`) &&
      isShareReached
    );
  } finally {
    bare.process.kill();
  }
}

/** Compares processor times, which depend less than rates on what else the machine does. */
async function benchMetrics(site: Site, metered: Site): Promise<boolean> {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < 2 * rounds; round += 1) {
    for (const [index, { url, process: child }] of [site, metered].entries()) {
      const before = await processorTime(child.pid);
      const { perSecond } = await loadTest(`${url}/en/about`, { duration: roundTime, core: loadCore });
      const time = ((await processorTime(child.pid)) - before) * 1000;
      if (round >= 0) times[index]?.push(time / (perSecond * roundTime));
    }
  }
  const [without, withMetrics] = times;
  const ratio = median(withMetrics) / median(without);
  console.log(`Processor time of a cached page, medians of ${2 * rounds} alternating rounds:`);
  console.log(`  ${median(without).toFixed(1)} µs (${spread(without, 1)})`);
  console.log(`  with metrics ${median(withMetrics).toFixed(1)} µs (${spread(withMetrics, 1)})`);
  return report(ratio <= maxMeteredTime, `${ratio.toFixed(3)} times with metrics, at most ${maxMeteredTime}`);
}

async function benchRenderedPages(site: Site, folder: string): Promise<boolean> {
  const invalidForm = join(folder, 'invalid-form.lua');
  await writeFile(
    invalidForm,
    'wrk.method = "POST"\nwrk.body = "name=Visitor&email=nobody&phone=123"\n' +
      'wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"\n',
  );
  const pages = [
    { name: 'help centre, search', path: '/en/help-center?q=visa' },
    { name: 'not found', path: '/en/no-such-page', expectsErrors: true },
    { name: 'cookie preferences', path: '/en/cookie-preferences' },
    { name: 'form with errors', path: '/en/contact', script: invalidForm, expectsErrors: true },
    { name: 'receipt', path: await createReceipt(site) },
  ];
  console.log(`Rendered pages, medians of ${rounds} rounds:`);
  let areFast = true;
  for (const { name, path, ...options } of pages) {
    for (const [encoding, minRate] of Object.entries(minRendered)) {
      const headers = { 'Accept-Encoding': encoding === 'br' ? 'gzip, deflate, br' : encoding };
      const rates: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const { perSecond } = await loadTest(site.url + path, {
          duration: roundTime,
          core: loadCore,
          headers,
          ...options,
        });
        if (round >= 0) rates.push(perSecond);
      }
      const rate = median(rates);
      areFast =
        report(rate >= minRate, `${name}, ${encoding}: ${rate.toFixed(0)}/s (${spread(rates)}), at least ${minRate}`) &&
        areFast;
    }
  }
  return areFast;
}

function report(isReached: boolean, line: string): boolean {
  console.log(`${isReached ? 'ok      ' : 'MISSED  '}  ${line}`);
  return isReached;
}

/** Sends a contact form. @returns the path of its receipt */
async function createReceipt(site: Site): Promise<string> {
  const form = everyForm.find(({ path }) => path === '/contact');
  const body = new URLSearchParams(form?.valid());
  const response = await fetch(`${site.url}/en/contact`, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('Location') ?? '', site.url).pathname;
}

async function startBareServer(folder: string): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['tests/bench/bare-page-server.ts', folder], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => resolve(/"port":(\d+)/.exec(chunk.toString())?.[1] ?? ''));
    child.once('exit', (code) => reject(new Error(`The bare server exited with ${code}`)));
  });
  pin(child.pid, serverCore);
  return { url: `http://127.0.0.1:${port}/`, process: child };
}

/** Groups the raw headers of a response by name and value. */
function pairs(rawHeaders: string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);
}

function download(url: string, headers: Record<string, string>): Promise<{ response: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ response, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}
