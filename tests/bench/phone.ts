import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright/test';
import config from '../playwright.config.ts';
import { pageBudgets } from '../support/page-budgets.ts';
import { type Site, startSite } from '../support/site.ts';
import type { Transfers } from '../support/transfers.ts';
import { limited, median, printTable } from './figures.ts';
import { type LoadMetrics, timeToFormWithoutScripts, type Visit, visit } from './phone-visit.ts';
import { completeSearch, firstFlight } from './result-pages.ts';

const rounds = 3;
/** How long a visitor reads before the first touch (ms). */
const readingTime = 5_000;
/** Factors by which the processor is slowed down, with the maximum times (s). */
const maxTimes: Record<string, Partial<Times>> = {
  1: { firstContentfulPaint: 1.4, totalBlockingTime: 0.3 },
  20: { firstContentfulPaint: 2.2, largestContentfulPaint: 2.8, totalBlockingTime: 0.3 },
};

/** The metrics that are numbers. */
type Times = Omit<LoadMetrics, 'renderBlocking'>;

interface PhonePage {
  name: string;
  kind: 'content' | 'form' | 'flight' | 'bare';
  /** Returns its URL path. */
  path: (site: Site) => string | Promise<string>;
}

const pages: PhonePage[] = [
  { name: 'home-ar', kind: 'form', path: () => '/ar' },
  { name: 'home-en', kind: 'form', path: () => '/en' },
  { name: 'about', kind: 'content', path: () => '/ar/about' },
  { name: 'treatment', kind: 'content', path: () => '/ar/treatment/oncology' },
  { name: 'booking', kind: 'form', path: () => '/ar/services/booking' },
  { name: 'evacuation', kind: 'form', path: () => '/ar/services/evacuation' },
  { name: 'contact', kind: 'form', path: () => '/ar/contact' },
  { name: 'results', kind: 'flight', path: completeSearch },
  { name: 'flight', kind: 'flight', path: async (site) => firstFlight(site, await completeSearch(site)) },
];

/** The least that a page can take: a document of 12 kB without any other resource. */
const barePage: PhonePage = { name: '(12 kB)', kind: 'bare', path: () => '/' };

interface Measured {
  page: PhonePage;
  /** One for each round. */
  visits: Visit[];
  /** For each round, when the form could be used although no script arrived (s); empty on pages without a form. */
  formTimes: number[];
}

/**
 * Measures pages as a phone with an empty cache shows them on a slow connection: 400 kbit/s, a round trip of 400 ms, a
 * screen of 360 × 740 pixels, and a processor as fast as this one or 20 times slower.
 * @param args prefixes of page names, and slowdown factors of the processor; by default all
 */
export async function benchPhone(args: string[]): Promise<boolean> {
  const isFactor = (arg: string) => arg in maxTimes;
  const isChosen = (chosen: string[], name: string) =>
    chosen.length === 0 || chosen.some((arg) => name.startsWith(arg));
  const factors = Object.keys(maxTimes).filter((factor) => isChosen(args.filter(isFactor), factor));
  const names = args.filter((arg) => !isFactor(arg));
  const chosenPages = pages.filter(({ name }) => isChosen(names, name));
  if (names.some((arg) => !pages.some(({ name }) => name.startsWith(arg)))) {
    console.error(`Usage: npm run bench -- phone [${pages.map(({ name }) => name).join(' | ')}]… [1 | 20]`);
    return false;
  }
  const site = await startSite({ env: { FLIGHTS: 'sample', RATE_LIMIT_FACTOR: '100' } });
  const bare = await startBarePage();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const areWithin: boolean[] = [];
    for (const factor of factors) {
      const rows = [await measure(browser, bare, barePage, '/', Number(factor))];
      for (const page of chosenPages) {
        rows.push(await measure(browser, site, page, await page.path(site), Number(factor)));
      }
      console.log(`\nProcessor slowed down ${factor}×, medians of ${rounds} visits, in seconds:`);
      areWithin.push(printTimes(rows, maxTimes[factor] ?? {}));
      if (factor !== factors[factors.length - 1]) continue;
      console.log('\nLoaded by the load event, five seconds later, and with the first field touched:');
      areWithin.push(printWeights(rows));
    }
    return areWithin.every(Boolean);
  } finally {
    await browser.close();
    await bare.close();
    await site.close();
  }
}

async function measure(
  browser: Browser,
  site: { url: string },
  page: PhonePage,
  path: string,
  factor: number,
): Promise<Measured> {
  const measured: Measured = { page, visits: [], formTimes: [] };
  for (let round = 1; round <= rounds; round += 1) {
    measured.visits.push(
      await visit(browser, site, path, factor, page === barePage ? 0 : readingTime, round === rounds),
    );
    if (page.kind === 'form') measured.formTimes.push(await timeToFormWithoutScripts(browser, site, path, factor));
  }
  return measured;
}

/** @returns whether all times are within their limits */
function printTimes(rows: Measured[], limits: Partial<Times>): boolean {
  return printTable(
    rows.map(({ page, visits, formTimes }) => {
      const cell = (name: keyof Times, digits: number, limit?: number) =>
        limited(median(visits.map(({ metrics }) => metrics[name])), digits, limit);
      const listDelay = visits[rounds - 1]?.listDelay;
      return {
        page: page.name,
        'first contentful paint': cell('firstContentfulPaint', 2, limits.firstContentfulPaint),
        'largest contentful paint': cell('largestContentfulPaint', 2, limits.largestContentfulPaint),
        'total blocking time': cell('totalBlockingTime', 2, limits.totalBlockingTime),
        'layout shift': cell('layoutShift', 3, pageBudgets.layoutShift),
        'form without scripts': formTimes.length > 0 ? median(formTimes).toFixed(2) : '',
        'touch to list': listDelay?.toFixed(2) ?? '',
      };
    }),
  );
}

/** Prints what the pages had loaded at three moments. @returns whether all sizes are within their limits */
function printWeights(rows: Measured[]): boolean {
  const cells = (moment: string, transfers: Transfers | undefined, limits: Partial<Transfers> = {}) => ({
    [`${moment}: kB`]: limited((transfers?.bytes ?? NaN) / 1000, 1, limits.bytes && limits.bytes / 1000),
    [`${moment}: requests`]: limited(transfers?.requests ?? NaN, 0, limits.requests),
    [`${moment}: kB of scripts`]: limited(
      (transfers?.scriptBytes ?? NaN) / 1000,
      1,
      limits.scriptBytes && limits.scriptBytes / 1000,
    ),
  });
  return printTable(
    rows.map(({ page, visits }) => {
      const last = visits[rounds - 1];
      const content = page.kind === 'content' ? pageBudgets.contentPage : undefined;
      const form = ['form', 'flight'].includes(page.kind) ? pageBudgets.touchedForm : undefined;
      return {
        page: page.name,
        ...cells('load', last?.atLoad),
        ...cells('5 s later', last?.beforeTouch, content),
        ...cells('touched', last?.touched, form),
        'render-blocking': limited(last?.metrics.renderBlocking.length ?? NaN, 0, content?.renderBlocking),
      };
    }),
  );
}

/** Serves a page of 12 kB without resources, whose text comes after its style. */
async function startBarePage(): Promise<{ url: string; close(): Promise<unknown> }> {
  const [head, text] = ['<!doctype html><html lang="en"><title>Text</title><style>/*', '*/</style><p>A bare page.'];
  const html = head.padEnd(12_000 - text.length, 'style ') + text;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
