import { setTimeout as pause } from 'node:timers/promises';
import { queryParams } from '../../app/flights/model/flight-query.ts';
import { type Site, startSite } from '../support/site.ts';
import { median, pin, spread } from './figures.ts';
import { loadTest } from './wrk.ts';

const rounds = 3;
/** Seconds. */
const roundTime = 4;
const serverCore = '0';
const loadCore = '1';

/** Minimum documents per second. */
const minRates = { cached: 1_200, rendered: 600 };

/**
 * Measures documents per second of results with 10 cards, from the cache and rendered for each request
 * (filtered), and of a flight page, which is always rendered. The server and the load have one core each.
 */
export async function benchResultPages(): Promise<boolean> {
  const site = await startSite({ env: { FLIGHTS: 'sample', RATE_LIMIT_FACTOR: '100000' } });
  pin(site.process.pid, serverCore);
  pin(process.pid, loadCore);
  try {
    const list = await completeSearch(site);
    const flight = await firstFlight(site, list);
    const pages: { name: string; path: string; minRate: number }[] = [
      { name: 'results, cached', path: list, minRate: minRates.cached },
      { name: 'results, rendered', path: `${list}&stops=1`, minRate: minRates.rendered },
      { name: 'one flight, rendered', path: flight, minRate: minRates.rendered },
    ];
    console.log(`Documents per second on one core, medians of ${rounds} rounds of ${roundTime} s:`);
    let areFast = true;
    for (const { name, path, minRate } of pages) {
      for (const encoding of ['identity', 'br']) {
        const rates: number[] = [];
        for (let round = -1; round < rounds; round += 1) {
          const options = { duration: roundTime, core: loadCore, headers: { 'Accept-Encoding': encoding } };
          const { perSecond } = await loadTest(site.url + path, options);
          if (round >= 0) rates.push(perSecond);
        }
        const isFast = median(rates) >= minRate;
        const figures = `${median(rates).toFixed(0)}/s (${spread(rates)}), at least ${minRate}`;
        console.log(`${isFast ? 'ok      ' : 'TOO FEW '}  ${name}, ${encoding}: ${figures}`);
        areFast &&= isFast;
      }
    }
    return areFast;
  } finally {
    await site.close();
  }
}

/**
 * Searches on a site with sample flights until the search is complete.
 * @returns the URL path of its results, in Arabic
 */
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
