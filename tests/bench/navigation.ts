import { type Browser, chromium, type Page } from 'playwright/test';
import config from '../playwright.config.ts';
import { startSite } from '../support/site.ts';
import { limited, median, printTable, spread } from './figures.ts';
import { startMobileConnection } from './mobile-connection.ts';

const visits = 5;
/** How long the pointer rests on a link before the click (ms). */
const hoverTime = 3_000;
/** From the click to the first paint (ms). */
const maxTime = 100;

/** Content pages, with the path of a page that each links to. */
const links = [
  ['/en', '/en/about'],
  ['/en/about', '/en/services'],
  ['/ar/services', '/ar/contact'],
] as const;

/**
 * Measures navigation between content pages over a slow connection (400 kbit/s, a round trip of 400 ms): from the click
 * on a link that the browser has prefetched (speculation rules), and for comparison on one that it has not, to the first
 * paint of the next page.
 */
export async function benchNavigation(): Promise<boolean> {
  const site = await startSite({ env: { RATE_LIMIT_FACTOR: '100' } });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const rows = [];
    for (const [from, to] of links) {
      const prefetched: number[] = [];
      const cold: number[] = [];
      for (let visit = 0; visit < visits; visit += 1) {
        prefetched.push(await timeToNextPage(browser, site, from, to, hoverTime));
        cold.push(await timeToNextPage(browser, site, from, to, 0));
      }
      rows.push({
        navigation: `${from} → ${to}`,
        'prefetched, ms': limited(median(prefetched), 0, maxTime),
        range: spread(prefetched),
        'not prefetched, ms': median(cold).toFixed(0),
      });
    }
    console.log(`From the click to the first paint, medians of ${visits} visits:`);
    return printTable(rows);
  } finally {
    await browser.close();
    await site.close();
  }
}

/** @returns milliseconds from the click to the first paint of the next page */
async function timeToNextPage(
  browser: Browser,
  site: { url: string },
  from: string,
  to: string,
  hover: number,
): Promise<number> {
  const connection = await startMobileConnection(site);
  const context = await browser.newContext({
    proxy: { server: connection.proxy },
    viewport: { width: 1280, height: 800 },
  });
  try {
    const page = await context.newPage();
    await page.goto(site.url + from);
    const link = page.locator(`a[href="${to}"]:visible`).first();
    if (hover > 0) {
      await link.hover();
      await page.waitForTimeout(hover);
    }
    await page.evaluate(() => {
      addEventListener('click', () => sessionStorage.setItem('clicked', String(Date.now())), true);
    });
    await link.click();
    await page.waitForURL(`**${to}`);
    return await readTimeToPaint(page);
  } finally {
    await context.close();
    await connection.close();
  }
}

async function readTimeToPaint(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
    return performance.timeOrigin + paint - Number(sessionStorage.getItem('clicked'));
  });
}
