import type { Page } from 'playwright/test';
import { queryParams } from '../../app/flights/model/flight-query.ts';
import { pathIn } from '../../app/i18n/languages.ts';
import { flightsPage, words } from './flights-page.ts';
import { expect, test, waitForHydration, waitUntilIdle } from './site-test.ts';

// On a complete list and on a flight, React waits for the first touch. What the pages do without it.

let day = 0;

/** Opens a new search in English and waits until the document shows that it is complete. */
async function openCompleteList(page: Page, params = ''): Promise<void> {
  day += 1;
  const departDate = new Date(Date.UTC(2033, 0, day)).toISOString().slice(0, 10);
  const passengers = { adults: 1, children: 0, infants: 0, travelClass: 'Y' } as const;
  const query = queryParams({ origin: 'RUH', destination: 'BER', departDate, ...passengers });
  const address = `${pathIn('en', '/search/flights')}?${query.toString()}${params}`;
  await expect.poll(async () => (await page.request.get(address)).text()).toContain('"status":"complete"');
  await page.goto(address);
}

const hasStarted = (page: Page) => page.evaluate(() => 'started' in document.documentElement.dataset);

/** Waits until React's files have loaded and the browser is idle, when React would start on other pages. */
async function waitUntilReactIsDue(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await waitUntilIdle(page);
}

/** Holds back React's entry, so that the page stays without it. */
const holdReact = (page: Page) => page.route('**/assets/entry.client-*.js', () => new Promise(() => undefined));

test.beforeEach(async ({ page, desk }) => {
  desk.api.flights.speedUp(1_000_000);
  await page.addInitScript(() => {
    addEventListener('react-started', () => (document.documentElement.dataset.started = ''));
  });
});

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('React waits for the first touch of a complete list, and of a flight', async ({ page }) => {
  await openCompleteList(page);
  await waitUntilReactIsDue(page);
  expect(await hasStarted(page)).toBe(false);
  // A list that this tab has stored needs React no more than the first.
  await page.reload();
  await waitUntilReactIsDue(page);
  expect(await hasStarted(page)).toBe(false);
  const flight = await flightsPage(page, 'en')
    .cards.first()
    .getByRole('link', { name: words.en.details })
    .getAttribute('href');
  await page.goto(flight ?? '');
  await waitUntilReactIsDue(page);
  expect(await hasStarted(page)).toBe(false);
  await page.getByRole('link', { name: words.en.back }).focus();
  await expect.poll(() => hasStarted(page)).toBe(true);
  await page.goBack();
  await waitUntilReactIsDue(page);
  expect(await hasStarted(page)).toBe(false);
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(() => hasStarted(page)).toBe(true);
});

test('React starts without a touch while the search is running', async ({ page, desk }) => {
  desk.api.flights.reset();
  const release = desk.api.flights.holdBack();
  day += 1;
  await page.goto(
    `/en/search/flights?origin=RUH&destination=BER&depart_date=2034-01-${String(day).padStart(2, '0')}&adults=1&children=0&infants=0&travelClass=Y`,
  );
  await expect(flightsPage(page, 'en').cards.first()).toBeVisible();
  await expect.poll(() => hasStarted(page)).toBe(true);
  release();
  await expect(page.getByText(words.en.complete)).toBeVisible();
});

for (const kind of ['list', 'flight']) {
  test(`the offers of a ${kind} expire without a touch`, async ({ page }) => {
    await page.clock.install();
    await openCompleteList(page);
    if (kind === 'flight') {
      const link = flightsPage(page, 'en').cards.first().getByRole('link', { name: words.en.details });
      await page.goto((await link.getAttribute('href')) ?? '');
    }
    const notice = page.getByRole('heading', { name: 'These offers have expired' });
    const lifetime = Number(await page.locator('body').getAttribute('data-react-timeout'));
    await page.clock.fastForward(lifetime - 10_000);
    expect(await hasStarted(page)).toBe(false);
    await page.clock.fastForward(10_000);
    await expect(notice).toBeVisible();
  });

  test(`the offers of a ${kind} that is touched late expire in time`, async ({ page }) => {
    await page.clock.install();
    await openCompleteList(page);
    if (kind === 'flight') {
      const link = flightsPage(page, 'en').cards.first().getByRole('link', { name: words.en.details });
      await page.goto((await link.getAttribute('href')) ?? '');
    }
    const notice = page.getByRole('heading', { name: 'These offers have expired' });
    const lifetime = Number(await page.locator('body').getAttribute('data-react-timeout'));
    await page.clock.fastForward(lifetime - 30_000);
    await waitForHydration(page, 'content');
    await expect(notice).toBeHidden();
    await page.clock.fastForward(30_000);
    await expect(notice).toBeVisible();
  });
}

test('a list that is left before React has started is among the recent searches', async ({ page }) => {
  await openCompleteList(page);
  await waitUntilReactIsDue(page);
  await page.goto('/en/services/booking');
  await expect(page.getByRole('link', { name: /^Riyadh to Berlin/ })).toBeVisible();
});

test('before React has started, links lead to documents and filters apply at each change', async ({ page }) => {
  await holdReact(page);
  await openCompleteList(page, '&filters=open');
  await page.getByRole('radio', { name: words.en.directOnly }).check();
  await expect(page).toHaveURL(/&stops=0&filters=open#results$/);
  await expect(page.getByRole('radio', { name: words.en.directOnly })).toBeChecked();
  await page.getByRole('link', { name: words.en.fastest, exact: true }).click();
  await expect(page).toHaveURL(/&sort=fastest&/);
  await page.goBack();
  await expect(page).toHaveURL(/&stops=0&filters=open#results$/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: words.en.directOnly })).not.toBeChecked();
});

test('with Save-Data, filters apply only when their button is pressed', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await openCompleteList(page, '&filters=open');
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && !request.redirectedFrom()) documents += 1;
  });
  await page.getByRole('radio', { name: words.en.directOnly }).check();
  await page.getByRole('button', { name: words.en.apply }).click();
  await expect(page).toHaveURL(/&stops=0&filters=open#results$/);
  await expect(page.getByRole('radio', { name: words.en.directOnly })).toBeChecked();
  expect(documents).toBe(1);
});

test('React keeps a filter that is chosen while it starts', async ({ page }) => {
  await openCompleteList(page, '&filters=open');
  await waitUntilReactIsDue(page);
  // In a later task of the page: whatever Playwright has in progress when the page starts to load another document
  // sometimes waits in vain.
  await page.evaluate(() => {
    setTimeout(() => {
      const directOnly = document.querySelector<HTMLInputElement>('input[name=stops][value="0"]');
      directOnly?.focus();
      directOnly?.click();
    }, 500);
  });
  // By events, for the same reason: an assertion would evaluate something in the page again and again.
  await page.waitForURL(/&stops=0&filters=open/, { waitUntil: 'commit' });
  await expect(page.getByRole('radio', { name: words.en.directOnly })).toBeChecked();
});

test('going back after a reload shows the page of the address', async ({ page }) => {
  await openCompleteList(page);
  await waitForHydration(page, 'results');
  const fastest = page.getByRole('link', { name: words.en.fastest, exact: true });
  await fastest.click();
  await expect(fastest).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await waitUntilReactIsDue(page);
  expect(await hasStarted(page)).toBe(false);
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=/);
  await expect(fastest).not.toHaveAttribute('aria-current', 'true');
});

test('scrolling while a poll is on its way is not undone', async ({ page, desk }) => {
  desk.api.flights.reset();
  day += 1;
  await page.goto(
    `/en/search/flights?origin=RUH&destination=BER&depart_date=2034-02-${String(day).padStart(2, '0')}&adults=1&children=0&infants=0&travelClass=Y`,
  );
  await expect(flightsPage(page, 'en').cards.first()).toBeVisible();
  await waitForHydration(page, 'results');
  await page.evaluate(() => scrollTo(0, 400));
  const isPoll = (url: URL) => url.searchParams.has('_data');
  const positions: number[] = [];
  await page.route(isPoll, async (route) => {
    positions.push(await page.evaluate(() => scrollY));
    await page.evaluate(() => scrollTo(0, 900));
    await route.continue();
  });
  // The second poll begins after the page has shown the response to the first.
  await expect.poll(() => positions.slice(0, 2)).toEqual([400, 900]);
});

test('a touch does not scroll a list back to where it was left', async ({ page }) => {
  await openCompleteList(page);
  await waitForHydration(page, 'results');
  await page.evaluate(() => scrollTo(0, 400));
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  await page.evaluate(() => scrollTo(0, 900));
  await waitForHydration(page, 'results');
  await waitUntilIdle(page);
  expect(await page.evaluate(() => scrollY)).toBe(900);
});
