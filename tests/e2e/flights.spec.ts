import type { Page } from 'playwright/test';
import { queryParams } from '../../app/flights/flight-query.ts';
import { languageCodes, pathIn, type Language } from '../../app/i18n/languages.ts';
import { expectSound, flightsPage, openSearch, words } from './flights-page.ts';
import {
  expect,
  expectNoSidewaysScroll,
  modes,
  runScenarios,
  test,
  withAndWithoutScript,
  type World,
} from './site-test.ts';

let day = 0;

/** A day that no search of this worker had before, so that each begins one. */
function newDay(): string {
  day += 1;
  return new Date(Date.UTC(2031, 0, day)).toISOString().slice(0, 10);
}

function newAddress(language: Language): string {
  const travellers = { adults: 1, children: 0, infants: 0, travelClass: 'Y' } as const;
  const params = queryParams({ origin: 'RUH', destination: 'BER', departDate: newDay(), ...travellers });
  return `${pathIn(language, '/search/flights')}?${params.toString()}`;
}

const hasScript = ({ mode }: World) => mode !== 'no-script';

/** From the list, through one flight and back, to the partner's page. */
async function bookFromTheList(world: World): Promise<void> {
  const { page, language, api } = world;
  const text = words[language];
  const { cards } = flightsPage(page, language);
  const list = page.url().replace(/#.*/, '');
  await cards.nth(1).getByRole('link', { name: text.details }).click();
  await expect(page).toHaveURL(/\/flights\/[\w-]+\?search=/);
  await expect(page.getByRole('link', { name: text.back })).toBeVisible();
  await expectSound(world);
  await page.reload();
  await page.getByRole('link', { name: text.back }).click();
  await expect(page).toHaveURL(`${list}#results`);

  const opened = page.context().waitForEvent('page');
  await cards.first().getByRole('link', { name: text.book }).first().click();
  const handOff = await opened;
  await expect(handOff.getByRole('button', { name: text.goOn })).toBeVisible();
  expect(api.flights.received.link).toHaveLength(0);
  await expectSound({ ...world, page: handOff });
  await handOff.getByRole('button', { name: text.goOn }).click();
  await expect(handOff).toHaveURL(/\/partner\?search=/);
  expect(api.flights.received.link).toMatchObject([{ locale: language }]);
}

runScenarios(modes, openSearch, {
  'from the form to the partner: search, sort, filter, turn the page, look, book': async (world) => {
    const { page, language, api } = world;
    api.flights.hurry(1_000_000);
    const text = words[language];
    const flights = flightsPage(page, language);
    await flights.fill({ origin: 'Riyadh', destination: 'برلين', depart_date: newDay(), adults: '2', infants: '1' });
    await flights.search();
    await expect(page).toHaveURL(
      /origin=RUH&destination=BER&depart_date=[\d-]+&adults=2&children=0&infants=1&travelClass=Y$/,
    );
    await expect(flights.cards).toHaveCount(10);
    await expect(page.getByText(text.complete)).toBeVisible();
    await expectSound(world);

    await page.getByRole('link', { name: text.fastest, exact: true }).click();
    await expect(page).toHaveURL(/&sort=fastest$/);
    await expect(flights.cards).toHaveCount(10);
    await page.getByRole('link', { name: text.page(2) }).click();
    await expect(page).toHaveURL(/&sort=fastest&page=2#results$/);
    await expect(page.locator('nav [aria-current=page]')).toHaveText('2');

    await page.getByText(text.filter, { exact: true }).click();
    await page.getByRole('radio', { name: text.directOnly }).check();
    if (!hasScript(world)) await page.getByRole('button', { name: text.apply }).click();
    await expect(page).toHaveURL(/&sort=fastest&stops=0(#results)?$/);
    await expect(flights.cards.first()).toContainText(language === 'ar' ? 'رحلة مباشرة' : 'Direct flight');
    await expectSound(world);
    await bookFromTheList(world);
  },

  'what is missing or wrong is told beside its field, and everything typed stays': async (world) => {
    const { page, language, api } = world;
    const flights = flightsPage(page, language);
    await flights.search();
    await expect(flights.problems).toHaveCount(3);
    await expect(flights.form.locator('[aria-invalid=true]')).toHaveCount(3);
    await flights.fill({
      origin: 'RUH',
      destination: 'Riyadh (RUH)',
      depart_date: '2031-05-02',
      return_date: '2031-05-01',
      infants: '3',
    });
    await flights.search();
    await expect(page).toHaveURL(/\/search\/flights\?/);
    await expect(flights.problems).toHaveCount(3);
    await expect(page).toHaveTitle(language === 'ar' ? /^خطأ/ : /^Error/);
    await expect(flights.field('destination')).toHaveValue('Riyadh (RUH)');
    await expect(flights.field('return_date')).toHaveValue('2031-05-01');
    await expectSound(world);
    expect(api.flights.received.start).toHaveLength(0);
  },

  'a place that means several airports is asked back, and the answer counts': async ({ page, language, api }) => {
    api.flights.hurry(1_000_000);
    const flights = flightsPage(page, language);
    await flights.fill({ origin: 'Riyadh', destination: 'Germany', depart_date: newDay() });
    await flights.search();
    await page.getByRole('radio', { name: /MUC/ }).check();
    await flights.search();
    await expect(page).toHaveURL(/destination=MUC/);
    await expect(flights.cards.first()).toBeVisible();
  },
});

runScenarios(withAndWithoutScript, () => Promise.resolve(), {
  'results that are still coming: what there is at once, more by itself or by a link': async (world) => {
    const { page, language, api } = world;
    const text = words[language];
    // The second chunk is there at the second poll, the last at the third.
    api.flights.hurry(2.5);
    const flights = flightsPage(page, language);
    await page.goto(newAddress(language));
    await expect(flights.cards.first()).toBeVisible();
    const before = await flights.cards.allInnerTexts();
    if (hasScript(world)) {
      const button = page.getByRole('button', { name: text.news });
      await expect(button).toBeVisible({ timeout: 12_000 });
      await expectSound(world);
      // Nothing has moved while it was not asked for.
      expect(await flights.cards.allInnerTexts()).toEqual(before);
      await expect(page.getByText(text.complete)).toBeVisible({ timeout: 15_000 });
      expect(await flights.cards.allInnerTexts()).toEqual(before);
      await button.click();
      await expect(flights.found).toBeFocused();
    } else {
      await expect(async () => {
        await page.getByRole('link', { name: text.more }).click();
        await expect(page.getByText(text.complete)).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 20_000 });
    }
    expect(await flights.cards.allInnerTexts()).not.toEqual(before);
    expect(api.flights.received.poll.length).toBeLessThanOrEqual(4);
  },

  'nothing yet: from where to where, and what to expect; then an error in words': async (world) => {
    const { page, language, api } = world;
    const text = words[language];
    let polls = 0;
    api.flights.behave('poll', () => ((polls += 1) === 1 ? 'empty' : 'error'));
    const flights = flightsPage(page, language);
    await page.goto(newAddress(language));
    await expect(page.getByRole('heading', { name: text.loading })).toBeVisible({ timeout: 12_000 });
    await expect(page.locator('main bdi').filter({ hasText: /^(RUH|BER)$/ })).toHaveCount(2);
    await expectSound(world);
    await expect(async () => {
      if (!hasScript(world)) await page.getByRole('link', { name: text.show }).click();
      await expect(flights.alert).toContainText(text.failed, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await expectSound(world);
    await page.getByRole('link', { name: text.newSearch }).click();
    await expect(page).toHaveURL(new RegExp(`/${language}#search-flights$`));
  },

  'no flights: said in words, with the way to another search': async (world) => {
    const { page, language, api } = world;
    api.flights.find([{ after: 0, chunk: { search_id: 's' } }]);
    await page.goto(newAddress(language));
    await expect(page.getByRole('heading', { name: words[language].none })).toBeVisible();
    await expectSound(world);
  },

  'a partner who takes a form gets one': async (world) => {
    const { page, language, api } = world;
    api.flights.hurry(1_000_000);
    api.flights.bookBy('POST');
    await page.goto(newAddress(language));
    const link = await flightsPage(page, language)
      .cards.first()
      .getByRole('link', { name: words[language].book })
      .first()
      .getAttribute('href');
    await page.goto(link ?? '');
    await page.getByRole('button', { name: words[language].goOn }).click();
    if (!hasScript(world)) {
      await expectSound(world);
      await page.getByRole('button', { name: words[language].goOn }).click();
    }
    await expect(page).toHaveURL(/\/partner$/);
    await expect(page.locator('body')).toContainText('fare');
  },
});

for (const language of languageCodes) {
  test(`${language}: a screen reader hears each row as one sentence`, async ({ page, desk }) => {
    desk.api.flights.hurry(1_000_000);
    await page.goto(newAddress(language));
    const card = flightsPage(page, language).cards.first();
    await expect(card).toBeVisible();
    const heard = await card.ariaSnapshot();
    const sentences = heard.split('\n').filter((line) => line.includes('paragraph'));
    expect(sentences).toHaveLength(2);
    const [flight = '', offer = ''] = sentences;
    if (language === 'en') {
      expect(flight).toMatch(
        /Outbound, .+: \w+day \d+ \w+ at \d\d:\d\d from Riyadh, arriving in Berlin at \d\d:\d\d.*\. Travel time .+, .+\./,
      );
      expect(offer).toMatch(/.+ for all travellers at Sample partner \d\. Checked baggage: .+\. Hand baggage: .+\./);
    } else {
      expect(flight).toMatch(/الذهاب، .+: .+، المغادرة من الرياض الساعة \d\d:\d\d والوصول إلى برلين الساعة \d\d:\d\d/);
      expect(offer).toMatch(/لجميع المسافرين لدى .+ الأمتعة المسجّلة: .+ أمتعة اليد: .+/);
    }
  });

  test(`${language}: nothing scrolls sideways on the smallest phone, filters and offers open`, async ({
    page,
    desk,
  }) => {
    desk.api.flights.hurry(1_000_000);
    await page.goto(newAddress(language));
    const flights = flightsPage(page, language);
    await expect(flights.cards).toHaveCount(10);
    await page.evaluate(() => document.querySelectorAll('main details').forEach((one) => one.setAttribute('open', '')));
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await flights.cards.first().getByRole('link', { name: words[language].details }).click();
    await expect(page.getByRole('link', { name: words[language].back })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto((await page.locator('a[href^="/deeplink"]').first().getAttribute('href')) ?? '');
    await expectNoSidewaysScroll(page);
  });
}

test.describe('scripts that fail in the middle of a search', () => {
  test.use({ toleratesPageErrors: true });

  test('a line that breaks leaves what was found, says so, and goes on when it is back', async ({ page, desk }) => {
    desk.api.flights.hurry(2.5);
    await page.goto(newAddress('en'));
    const flights = flightsPage(page, 'en');
    await expect(flights.cards.first()).toBeVisible();
    await isTakenOver(page);
    await page.context().setOffline(true);
    await expect(page.getByText('The connection is interrupted')).toBeVisible({ timeout: 12_000 });
    await expect(flights.cards.first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(words.en.complete)).toBeVisible({ timeout: 25_000 });
  });

  for (const [what, pattern] of Object.entries({
    "React's entry": '**/assets/entry.client-*.js',
    'every script': '**/assets/*.js',
  })) {
    test(`${what} throws: links and forms carry the search to the partner`, async ({ page, desk }) => {
      desk.api.flights.hurry(1_000_000);
      await page.route(pattern, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
      );
      await page.goto('/en/services/booking');
      const flights = flightsPage(page, 'en');
      await flights.fill({ origin: 'Riyadh (RUH)', destination: 'Berlin (BER)', depart_date: newDay() });
      await flights.search();
      await expect(flights.cards).toHaveCount(10);
      await page.getByRole('link', { name: words.en.fastest, exact: true }).click();
      await expect(page).toHaveURL(/sort=fastest/);
      await bookFromTheList({ page, language: 'en', mode: 'browser-checks', ...desk });
    });
  }

  test('a script that breaks off after the first results leaves the links', async ({ page, desk }) => {
    desk.api.flights.hurry(2.5);
    await page.goto(newAddress('en'));
    const flights = flightsPage(page, 'en');
    await expect(flights.cards.first()).toBeVisible();
    // Every timer and every link of the router is gone, as after an error in the middle of something.
    await page.evaluate(() => {
      for (let id = 0; id < 10_000; id += 1) clearTimeout(id);
      document.addEventListener('click', (event) => event.stopImmediatePropagation(), true);
    });
    await page.getByRole('link', { name: words.en.fastest, exact: true }).click();
    await expect(page).toHaveURL(/sort=fastest/);
    await expect(flights.cards.first()).toBeVisible();
  });
});

test('what this tab has seen is there at once on the way back, also without a line', async ({ page, desk }) => {
  desk.api.flights.hurry(1_000_000);
  await page.goto(newAddress('en'));
  const flights = flightsPage(page, 'en');
  await expect(page.getByText(words.en.complete)).toBeVisible();
  await isTakenOver(page);
  const before = await flights.cards.allInnerTexts();
  await flights.cards.first().getByRole('link', { name: words.en.details }).click();
  await expect(page.getByRole('link', { name: words.en.back })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: words.en.back }).click();
  await expect(flights.cards).toHaveCount(10);
  expect(await flights.cards.allInnerTexts()).toEqual(before);
  await page.context().setOffline(false);
  await page.goto('/en/services/booking');
  await expect(page.getByRole('link', { name: /^Riyadh to Berlin/ })).toBeVisible();
});

test('the two places are swapped by a button', async ({ page }) => {
  await page.goto('/ar/services/booking');
  const flights = flightsPage(page, 'ar');
  await flights.fill({ origin: 'الرياض', destination: 'برلين' });
  await page.getByRole('button', { name: 'تبديل المدينتين' }).click();
  await expect(flights.field('origin')).toHaveValue('برلين');
  await expect(flights.field('destination')).toHaveValue('الرياض');
  for (const name of ['origin', 'destination']) {
    await expect(flights.field(name)).toHaveAttribute('aria-expanded', 'false');
  }
});

/** React runs the page of results. */
async function isTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('results') ?? {}).some((name) => name.startsWith('__reactProps')),
  );
}
