import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { queryParams } from '../../app/flights/model/flight-query.ts';
import { type Site, startSite } from '../support/site.ts';
import { median, perSecond, pin, spread } from './figures.ts';

const rounds = 5;
const roundTime = 3_000;
const warmUp = 4_000;
const connections = 32;
const serverCore = '0';
const loadCore = '1';
const minRate = 1_200;

/**
 * Measures documents per second of the cached results page (10 cards) and of a flight page, which is rendered for each
 * request. The server and the load have one core each.
 */
export async function benchResultPages(): Promise<boolean> {
  const site = await startSite({ env: { FLIGHTS: 'sample' } });
  pin(site.process.pid, serverCore);
  pin(process.pid, loadCore);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const list = await completeSearch(site);
    const flight = await firstFlight(site, list);
    const pages: [string, string, string][] = [
      ['results, brotli', list, 'br'],
      ['results, uncompressed', list, 'identity'],
      ['one flight, rendered', flight, 'identity'],
    ];
    const ratesByPage = new Map<string, number[]>(pages.map(([name]) => [name, []]));
    const sizes = new Map<string, number>();
    for (let round = -1; round < rounds; round += 1) {
      for (const [name, path, encoding] of pages) {
        const rate = await perSecond(connections, round < 0 ? warmUp : roundTime, async () => {
          sizes.set(name, await get(site.url + path, encoding, agent));
        });
        if (round >= 0) ratesByPage.get(name)?.push(rate);
      }
    }
    console.log(
      `Documents per second on one core, ${connections} connections, medians of ${rounds} alternating rounds of ${roundTime / 1000} s:`,
    );
    for (const [name, rates] of ratesByPage) {
      console.log(`${name}: ${median(rates).toFixed(0)} (${spread(rates)}), ${sizes.get(name)} bytes each`);
    }
    const slowest = Math.min(
      median(ratesByPage.get('results, brotli') ?? []),
      median(ratesByPage.get('results, uncompressed') ?? []),
    );
    console.log(`${slowest >= minRate ? 'ok      ' : 'TOO FEW '}  at least ${minRate}`);
    return slowest >= minRate;
  } finally {
    agent.destroy();
    await site.close();
  }
}

/** Searches on a site with sample flights until the search is complete. @returns the URL path of its results, in Arabic */
export async function completeSearch(site: Site): Promise<string> {
  const passengers = { adults: 1, children: 0, infants: 0, travelClass: 'Y' } as const;
  const departDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const path = `/ar/search/flights?${queryParams({ origin: 'RUH', destination: 'BER', departDate, ...passengers }).toString()}`;
  for (;;) {
    const html = await (await fetch(site.url + path)).text();
    if (html.includes('"status":"complete"')) return path;
    await pause(1_000);
  }
}

/** @returns the URL path of the first flight of a list @throws if the list is empty */
export async function firstFlight(site: Site, list: string): Promise<string> {
  const html = await (await fetch(site.url + list)).text();
  const path = /href="(\/ar\/flights\/[^"]+)"/.exec(html)?.[1];
  if (!path) throw new Error('The results contain no flight');
  return path.replace(/&amp;/g, '&');
}

/** @returns the size of the body (bytes) @throws for any status other than 200 */
function get(url: string, encoding: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'Accept-Encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`Status ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}
