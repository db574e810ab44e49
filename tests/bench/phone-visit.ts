import type { Browser, Page } from 'playwright/test';
import { firstField, typeInto } from '../support/first-field.ts';
import { type PaintCosts, readPaintCosts } from '../support/paint-costs.ts';
import { countTransfers, loadIcon, type Transfers } from '../support/transfers.ts';
import { startMobileConnection } from './mobile-connection.ts';

declare global {
  interface Window {
    formDrawn?: (time: string) => void;
  }
}

/** After this time without a finished request, a touched page has loaded everything (ms). */
const quietTime = 2_000;

/** What the browser measures before the first touch. Times in seconds, from the start of the navigation. */
export interface LoadMetrics extends PaintCosts {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  totalBlockingTime: number;
}

export interface Visit {
  metrics: LoadMetrics;
  /** Loaded by the time of the `load` event. */
  atLoad: Transfers;
  /** Loaded by the time of the first touch. */
  beforeTouch: Transfers;
  /** With the first field touched and its list of suggestions open, if the visitor touches it. */
  touched: Transfers | undefined;
  /** From the first touch to the open list, if the field has one (s). */
  listDelay: number | undefined;
}

/**
 * Visits a page of a site with an empty cache over a slow connection.
 * @param readingTime how long the visitor reads after the page has loaded (ms)
 * @param touchesField whether the visitor touches the first field afterwards
 */
export function visit(
  browser: Browser,
  site: { url: string },
  path: string,
  cpuRate: number,
  readingTime: number,
  touchesField: boolean,
): Promise<Visit> {
  return withPhone(browser, site, cpuRate, async (page) => {
    const transfers = await countTransfers(page);
    await page.goto(site.url + path);
    // The browser reports the end of a request a moment later.
    await page.waitForTimeout(50);
    const atLoad = transfers();
    await page.waitForTimeout(readingTime);
    const metrics = await readLoadMetrics(page);
    await loadIcon(page);
    const beforeTouch = transfers();
    if (!touchesField) return { metrics, atLoad, beforeTouch, touched: undefined, listDelay: undefined };
    const field = await firstField(page);
    const start = performance.now();
    const hasList = field && (await typeInto(field));
    const listDelay = hasList ? (performance.now() - start) / 1000 : undefined;
    return { metrics, atLoad, beforeTouch, touched: await transfersOnceQuiet(page, transfers), listDelay };
  });
}

/**
 * Visits a page whose scripts never arrive.
 * @returns when its forms can be filled in and sent: the document is fully parsed, styled and drawn (s)
 */
export function timeToFormWithoutScripts(
  browser: Browser,
  site: { url: string },
  path: string,
  cpuRate: number,
): Promise<number> {
  const work = async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    // Lighter than waiting with Playwright, whose own script takes seconds on a slow processor.
    const drawn = new Promise<number>((resolve) => {
      devtools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload) / 1000));
    });
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: 'formDrawn' });
    await page.addInitScript(() => {
      const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
      // Browsers run no animation frame before the stylesheet has loaded; the second begins after the first is drawn.
      const frame = () => new Promise(requestAnimationFrame);
      void parsed
        .then(frame)
        .then(frame)
        .then(() => window.formDrawn?.(document.querySelector('main form') ? String(performance.now()) : 'no form'));
    });
    // The `load` event waits for the scripts.
    await page.goto(site.url + path, { waitUntil: 'commit' });
    return drawn;
  };
  return withPhone(browser, site, cpuRate, work, /\.js$/);
}

/** Opens a page on an emulated phone with an empty cache and a slow connection of its own. */
async function withPhone<Result>(
  browser: Browser,
  site: { url: string },
  cpuRate: number,
  work: (page: Page) => Promise<Result>,
  lostPaths?: RegExp,
): Promise<Result> {
  const connection = await startMobileConnection(site, lostPaths);
  const context = await browser.newContext({
    proxy: { server: connection.proxy },
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  });
  // The connection and the processor are slow.
  context.setDefaultTimeout(90_000);
  try {
    const page = await context.newPage();
    const emulation = await context.newCDPSession(page);
    await emulation.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    return await work(page);
  } finally {
    await context.close();
    await connection.close();
  }
}

/** Reads what the browser has recorded since the start of the navigation. */
async function readLoadMetrics(page: Page): Promise<LoadMetrics> {
  const times = await page.evaluate(() => {
    const entries = (type: string) => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type, buffered: true });
      return observer.takeRecords();
    };
    const firstContentfulPaint = entries('paint').find(({ name }) => name === 'first-contentful-paint');
    const largestContentfulPaint = entries('largest-contentful-paint').pop();
    return {
      firstContentfulPaint: (firstContentfulPaint?.startTime ?? NaN) / 1000,
      largestContentfulPaint: (largestContentfulPaint?.startTime ?? NaN) / 1000,
      // From the start of the navigation, not only after the first contentful paint.
      totalBlockingTime: entries('longtask').reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0) / 1000,
    };
  });
  return { ...times, ...(await readPaintCosts(page)) };
}

/** Waits until nothing has finished loading for a while. */
async function transfersOnceQuiet(page: Page, transfers: () => Transfers): Promise<Transfers> {
  for (;;) {
    const before = transfers();
    await page.waitForTimeout(quietTime);
    const after = transfers();
    if (after.requests === before.requests && after.pending === 0) return after;
  }
}
