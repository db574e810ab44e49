import type { Page } from 'playwright/test';
import { queryParams } from '../../app/flights/model/flight-query.ts';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { everyForm } from '../support/every-form.ts';
import { firstField, typeInto } from '../support/first-field.ts';
import { overBudget, pageBudgets } from '../support/page-budgets.ts';
import { countTransfers, loadIcon } from '../support/transfers.ts';
import { expect, test, waitForHydration } from './site-test.ts';

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

const passengers = { adults: 1, children: 0, infants: 0, travelClass: 'Y' } as const;
const search = queryParams({ origin: 'RUH', destination: 'BER', departDate: '2032-05-02', ...passengers });

/**
 * The pages with forms that React takes over. `?index` is only in the address that the form on the home page is posted
 * to.
 */
const formPaths = new Set(everyForm.filter(({ isPlain }) => !isPlain).map(({ path }) => path.replace('?index', '/')));

for (const language of languageCodes) {
  for (const path of formPaths) {
    test(`${pathIn(language, path)} stays lightweight with its first field touched`, ({ page }) =>
      expectLightweight(page, pathIn(language, path)));
  }

  test(`the results stay lightweight, in ${language}`, async ({ page, desk }) => {
    desk.api.flights.speedUp(1_000_000);
    await completeSearch(page, resultsAddress(language));
    await expectLightweight(page, resultsAddress(language));
  });

  test(`a flight stays lightweight, in ${language}`, async ({ page, desk }) => {
    desk.api.flights.speedUp(1_000_000);
    const html = await completeSearch(page, resultsAddress(language));
    const address = new RegExp(`href="(/${language}/flights/[^"]+)"`).exec(html)?.[1] ?? '';
    await expectLightweight(page, address.replace(/&amp;/g, '&'));
  });
}

function resultsAddress(language: Language): string {
  return `${pathIn(language, '/search/flights')}?${search.toString()}`;
}

/** Waits until a search is complete, outside the page, whose cache stays empty. @returns the HTML of its results */
async function completeSearch(page: Page, address: string): Promise<string> {
  let html = '';
  await expect
    .poll(async () => (html = await (await page.request.get(address)).text()))
    .toContain('"status":"complete"');
  return html;
}

/** Measures the sections of the forms (px), including those that the browser has not laid out yet. */
function sectionHeights(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const laidOut = new CSSStyleSheet();
    laidOut.replaceSync('main form .lazy { content-visibility: visible !important }');
    document.adoptedStyleSheets = [laidOut];
    const sections = [...document.querySelectorAll('main form :is(fieldset, .grid)')];
    const heights = sections.map((section) => Math.round(section.getBoundingClientRect().height));
    document.adoptedStyleSheets = [];
    return heights.filter((height) => height > 0);
  });
}

/**
 * Opens a page with an empty cache, touches its first field, and expects that it stays within its budget and that
 * nothing moves.
 */
async function expectLightweight(page: Page, address: string): Promise<void> {
  const transfers = await countTransfers(page);
  await page.goto(address);
  await loadIcon(page);
  const field = await firstField(page);
  // Only on Arabic pages: on others, laying out the whole form would load the Arabic font for the button that leads to
  // the form in Arabic. That is the 23rd request of the home page, which visitors do not make.
  const measure = () => (address.startsWith('/ar') ? sectionHeights(page) : Promise.resolve([]));
  const heights = await measure();
  if (field) await typeInto(field);
  await waitForHydration(page, 'content');
  // If a form moves while somebody presses a button, the press misses the button.
  await expect.poll(measure, address).toEqual(heights);
  await expect.poll(() => transfers().pending).toBe(0);
  expect(overBudget({ ...transfers() }, pageBudgets.touchedForm), address).toEqual([]);
}
