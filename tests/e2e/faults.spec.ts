import type { Page } from 'playwright/test';
import { languageCodes } from '../../app/i18n/languages.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { flightsPage, openSearch, words } from './flights-page.ts';
import { expect, expectAccessible, test, testsAlternatingLanguage, waitForReact } from './site-test.ts';

const texts = inEveryLanguage(({ common }) => common);

// The tests in this file provoke errors.
test.use({ toleratesPageErrors: true });

/** Returns a function that reads the log lines added since this call. */
function newLines({ log }: { log: string[] }) {
  const start = log.length;
  return () => log.slice(start).map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Creates a cache, as the service worker of an earlier site might have left behind. */
async function createStaleCache(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const cache = await caches.open('earlier-site');
    await cache.put('/old', new Response('old'));
  });
}

const cacheNames = () => caches.keys();

for (const language of languageCodes) {
  test.describe(language, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    const t = texts[language];

    test('a page that crashes in the browser shows an error with an id from our log, and offers to clean up', async ({
      page,
      desk,
    }) => {
      const lines = newLines(desk.site);
      // Makes a part of the form throw.
      await page.addInitScript(() => Object.defineProperty(window, 'matchMedia', { value: undefined }));
      await page.goto(`/${language}/services/booking`);
      await page.locator('main form').first().getByRole('textbox').first().focus();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.problem.crash.title);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.locator('main')).toContainText(t.problem.crash.text);
      await expect(page.locator('main a[href^="tel:"]')).toBeVisible();
      await expect(page.locator('main a[href^="https://wa.me/"]')).toBeVisible();
      await expect(page.locator('footer a[href$="/imprint"]')).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(t.problem.crash.title));
      await expectAccessible(page, 'browser-checks');

      await page.getByText(t.problem.details).click();
      await expect(page.locator('details pre')).toContainText('matchMedia');

      const shown = /[0-9A-Z]{10}/.exec(
        (await page.getByText(t.problem.id.split(':')[0] ?? '').textContent()) ?? '',
      )?.[0];
      expect(shown).toBeDefined();
      await expect
        .poll(() => lines().find(({ msg }) => msg === 'Error reported by a browser'))
        .toMatchObject({
          id: shown,
          kind: 'page',
          name: 'TypeError',
        });

      await createStaleCache(page);
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: t.problem.clean_up }).click();
      await loaded;
      await expect.poll(() => page.evaluate(cacheNames)).toEqual([]);
    });

    testInOneLanguage(
      'a form whose scripts no longer exist is reloaded once, and then works without them',
      async ({ page }) => {
        await page.addInitScript(() => {
          addEventListener('vite:preloadError', () => {
            const key = 'test-events';
            sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
          });
        });
        await page.route('**/assets/entry.client-*.js', (route) => route.fulfill({ status: 404 }));
        let loads = 0;
        page.on('load', () => (loads += 1));
        await page.goto(`/${language}/services/evacuation`);
        await createStaleCache(page);
        await expect.poll(() => loads).toBe(2);
        await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test-events'))).toBe('2');
        await expect.poll(() => page.evaluate(cacheNames)).toEqual([]);
        expect(loads, 'not a third time').toBe(2);
        // A plain submission, as without JavaScript.
        await page.locator('input[name=name]').first().fill('Ahmad');
        await page.locator('main form button[type=submit]:visible:not([name])').first().click();
        await expect(page.locator('[role=alert] li').first()).toBeVisible();
        await expect(page.locator('input[name=name]').first()).toHaveValue('Ahmad');
      },
    );

    testInOneLanguage('a missing script never loses typed text', async ({ page }) => {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/entry.client-*.js', async (route) => {
        await released;
        await route.fulfill({ status: 404 });
      });
      let loads = 0;
      page.on('load', () => (loads += 1));
      await page.goto(`/${language}/services/evacuation`);
      const reported = page.waitForRequest('**/faults');
      await page.locator('input[name=name]').first().fill('Ahmad');
      release();
      await reported;
      await expect(page.locator('input[name=name]').first()).toHaveValue('Ahmad');
      expect(loads).toBe(1);
    });

    testInOneLanguage(
      'if the script of the next page is missing, the browser loads the page from the server',
      async ({ page, desk }) => {
        const lines = newLines(desk.site);
        const flights = flightsPage(page, language);
        await openSearch({ page, language, mode: 'browser-checks' } as Parameters<typeof openSearch>[0]);
        await flights.fill({ origin: 'AMM', destination: 'BER', depart_date: '2031-05-01' });
        await flights.search();
        await expect(flights.cards.first()).toBeVisible();
        await page.route('**/assets/_lang.flights._id-*.js', (route) => route.fulfill({ status: 404 }));
        await flights.cards.first().getByRole('link', { name: words[language].details }).click();
        await page.waitForURL(/\/flights\/[^/]+\?/);
        await expect(page.locator('main h1')).toBeVisible();
        await expect
          .poll(() => lines().some(({ msg, kind }) => msg === 'Error reported by a browser' && kind === 'script'))
          .toBe(true);
      },
    );
  });
}

test('scripts that become available again are loaded as usual', async ({ page }) => {
  let isMissing = true;
  await page.route('**/assets/entry.client-*.js', (route) =>
    isMissing ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.once('load', () => (isMissing = false));
  await page.goto('/en/services/evacuation');
  await waitForReact(page);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('reloaded-for-scripts'))).toBeNull();
});
