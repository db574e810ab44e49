import { queryParams } from '../../app/flights/model/flight-query.ts';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { errorTitle } from '../support/translations.ts';
import { expectValidPage, flightsPage, openSearch, words } from './flights-page.ts';
import {
  expect,
  expectNoHorizontalScroll,
  runAlternatingScenarios,
  runScenarios,
  test,
  type Variant,
  waitForHydration,
} from './site-test.ts';

let day = 0;

/** Returns a date that no search of this worker has used, because a repeated search returns stored results. */
function newDay(): string {
  day += 1;
  return new Date(Date.UTC(2031, 0, day)).toISOString().slice(0, 10);
}

/** Returns the URL path of a search that has not been started yet. */
function newAddress(language: Language): string {
  const passengers = { adults: 1, children: 0, infants: 0, travelClass: 'Y' } as const;
  const params = queryParams({ origin: 'RUH', destination: 'BER', departDate: newDay(), ...passengers });
  return `${pathIn(language, '/search/flights')}?${params.toString()}`;
}

const hasScript = ({ mode }: Variant) => mode !== 'no-script';

/** Waits until the list is complete. Without JavaScript, the visitor asks for further results by a link. */
async function showAllResults({ page, language, mode }: Variant): Promise<void> {
  const text = words[language];
  const complete = page.getByText(text.complete);
  if (mode === 'no-script') {
    const more = page.getByRole('link', { name: text.more });
    for (;;) {
      await expect(complete.or(more).first()).toBeVisible();
      if (await complete.isVisible()) break;
      await more.click();
    }
  }
  await expect(complete).toBeVisible();
}

/** Opens a flight from the list, goes back, and books the first offer on the partner's page. */
async function bookFromList(variant: Variant): Promise<void> {
  const { page, language, api } = variant;
  const text = words[language];
  const { cards } = flightsPage(page, language);
  const list = page.url().replace(/#.*/, '');
  await cards.nth(1).getByRole('link', { name: text.details }).click();
  await expect(page).toHaveURL(/\/flights\/[\w-]+\?search=/);
  await expect(page.getByRole('link', { name: text.back })).toBeVisible();
  await expectValidPage(variant);
  await page.reload();
  await page.getByRole('link', { name: text.back }).click();
  await expect(page).toHaveURL(`${list}#results`);

  const opened = page.context().waitForEvent('page');
  await cards.first().getByRole('link', { name: text.book }).first().click();
  const handOff = await opened;
  await expect(handOff.getByRole('button', { name: text.continueTo })).toBeVisible();
  expect(api.flights.received.link).toHaveLength(0);
  await expectValidPage({ ...variant, page: handOff });
  await handOff.getByRole('button', { name: text.continueTo }).click();
  await expect(handOff).toHaveURL(/\/partner\?search=/);
  expect(api.flights.received.link).toMatchObject([{ locale: language }]);
}

runScenarios(
  openSearch,
  {
    'missing and invalid values are reported next to their fields, and all values are kept': async (variant) => {
      const { page, language, api } = variant;
      const flights = flightsPage(page, language);
      await flights.search();
      await expect(flights.formErrors).toHaveCount(3);
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
      await expect(flights.formErrors).toHaveCount(3);
      await expect(page).toHaveTitle(errorTitle[language]);
      await expect(flights.field('destination')).toHaveValue('Riyadh (RUH)');
      await expect(flights.field('return_date')).toHaveValue('2031-05-01');
      await expectValidPage(variant);
      expect(api.flights.received.start).toHaveLength(0);
    },
  },
  'en',
);

// Values with which the browser's checks find no errors.
runAlternatingScenarios(openSearch, {
  'from the form to the partner: search, sort, filter, paginate, view, book': async (variant) => {
    const { page, language, api } = variant;
    api.flights.speedUp(1_000_000);
    const text = words[language];
    const flights = flightsPage(page, language);
    await flights.fill({ origin: 'Riyadh', destination: 'برلين', depart_date: newDay(), adults: '2', infants: '1' });
    await flights.search();
    await expect(page).toHaveURL(
      /origin=RUH&destination=BER&depart_date=[\d-]+&adults=2&children=0&infants=1&travelClass=Y$/,
    );
    await expect(flights.cards).toHaveCount(10);
    await showAllResults(variant);
    await expectValidPage(variant);

    const fastest = page.getByRole('link', { name: text.fastest, exact: true });
    await fastest.click();
    await expect(page).toHaveURL(/&sort=fastest$/);
    // The router changes the URL shortly before React updates the list and the links below it.
    await expect(fastest).toHaveAttribute('aria-current', 'true');
    await expect(flights.cards).toHaveCount(10);
    // By keyboard: cards that are laid out only when they come near may still move the link under a pointer.
    await page.getByRole('link', { name: text.page(2) }).press('Enter');
    await expect(page).toHaveURL(/&sort=fastest&page=2#results$/);
    await expect(page.locator('nav [aria-current=page]')).toHaveText('2');

    await page.getByText(text.filter, { exact: true }).click();
    await page.getByRole('radio', { name: text.directOnly }).check();
    if (!hasScript(variant)) await page.getByRole('button', { name: text.apply }).click();
    await expect(page).toHaveURL(/&sort=fastest&stops=0&filters=open(#results)?$/);
    await expect(flights.cards.first()).toContainText({ ar: 'رحلة مباشرة', en: 'Direct flight' }[language]);
    await expectValidPage(variant);
    await bookFromList(variant);
  },

  'an ambiguous place leads to a question, whose answer is applied': async ({ page, language, api }) => {
    api.flights.speedUp(1_000_000);
    const flights = flightsPage(page, language);
    await flights.fill({ origin: 'Riyadh', destination: 'Germany', depart_date: newDay() });
    await flights.search();
    await page.getByRole('radio', { name: /\(MUC\)/ }).check();
    await flights.search();
    await expect(page).toHaveURL(/destination=MUC/);
    await expect(flights.cards.first()).toBeVisible();
  },
});

runAlternatingScenarios(() => Promise.resolve(), {
  'incomplete results: the first are shown immediately, further results automatically or by a link': async (
    variant,
  ) => {
    const { page, language, api } = variant;
    const text = words[language];
    const release = api.flights.holdBack();
    const flights = flightsPage(page, language);
    await page.goto(newAddress(language));
    await expect(flights.cards.first()).toBeVisible();
    const before = await flights.cards.allTextContents();
    release();
    if (hasScript(variant)) {
      const button = page.getByRole('button', { name: text.showNew });
      await expect(button).toBeVisible();
      await expectValidPage(variant);
      // The list does not change before the visitor presses the button.
      await expect.poll(() => flights.cards.allTextContents()).toEqual(before);
      await expect(page.getByText(text.complete)).toBeVisible();
      await expect.poll(() => flights.cards.allTextContents()).toEqual(before);
      await button.click();
      await expect(flights.resultsHeading).toBeFocused();
    } else {
      await showAllResults(variant);
    }
    await expect.poll(() => flights.cards.allTextContents()).not.toEqual(before);
    // Searches of earlier tests may still be running.
    const polled = api.flights.received.poll.map(({ searchId }) => searchId);
    for (const id of new Set(polled)) expect(polled.filter((other) => other === id).length).toBeLessThanOrEqual(4);
  },

  'no results yet: the page shows the route and explains the wait, then shows an error': async (variant) => {
    const { page, language, api } = variant;
    const text = words[language];
    let polls = 0;
    api.flights.setBehaviour('poll', () => ((polls += 1) === 1 ? 'empty' : 'error'));
    const flights = flightsPage(page, language);
    await page.goto(newAddress(language));
    await expect(page.getByRole('heading', { name: text.loading })).toBeVisible();
    await expect(page.locator('main bdi').filter({ hasText: /^(RUH|BER)$/ })).toHaveCount(2);
    await expectValidPage(variant);
    if (!hasScript(variant)) {
      const show = page.getByRole('link', { name: text.show });
      for (;;) {
        await expect(show.or(flights.alert).first()).toBeVisible();
        if (await flights.alert.isVisible()) break;
        await show.click();
      }
    }
    await expect(flights.alert).toContainText(text.failed);
    await expectValidPage(variant);
    await page.getByRole('link', { name: text.newSearch }).click();
    await expect(page).toHaveURL(new RegExp(`/${language}#search-flights$`));
  },

  'no flights: the page says so and links to a new search': async (variant) => {
    const { page, language, api } = variant;
    api.flights.setResults([{ after: 0, chunk: { search_id: 's' } }]);
    await page.goto(newAddress(language));
    await expect(page.getByRole('heading', { name: words[language].noResults })).toBeVisible();
    await expectValidPage(variant);
  },

  'a partner that requires a form submission gets one': async (variant) => {
    const { page, language, api } = variant;
    api.flights.speedUp(1_000_000);
    api.flights.setBookingMethod('POST');
    await page.goto(newAddress(language));
    const link = await flightsPage(page, language)
      .cards.first()
      .getByRole('link', { name: words[language].book })
      .first()
      .getAttribute('href');
    await page.goto(link ?? '');
    await page.getByRole('button', { name: words[language].continueTo }).click();
    if (!hasScript(variant)) {
      await expectValidPage(variant);
      await page.getByRole('button', { name: words[language].continueTo }).click();
    }
    await expect(page).toHaveURL(/\/partner$/);
    await expect(page.locator('body')).toContainText('fare');
  },
});

for (const language of languageCodes) {
  test(`${language}: screen readers get each row as one sentence`, async ({ page, desk }) => {
    desk.api.flights.speedUp(1_000_000);
    await page.goto(newAddress(language));
    const numberOfOffers = { ar: /(?:عرض|عروض).* من .*شر/, en: /\d+ more offers? from \d+ partners?/ }[language];
    // Which flights have several offers depends on the day.
    const card = flightsPage(page, language).cards.filter({ hasText: numberOfOffers }).first();
    await expect(card).toBeVisible();
    const snapshot = await card.ariaSnapshot();
    const sentences = snapshot.split('\n').filter((line) => /img "|paragraph/.test(line));
    expect(sentences).toHaveLength(2);
    const [flight = '', offer = ''] = sentences;
    expect(snapshot).toMatch(numberOfOffers);
    if (language === 'en') {
      expect(flight).toMatch(
        /Outbound, .+: \w+day \d+ \w+ at \d\d:\d\d from Riyadh, arriving in Berlin at \d\d:\d\d.*\. Travel time .+, .+\./,
      );
      expect(offer).toMatch(/.+ for 1 traveller at Sample partner \d\. Checked baggage: .+\. Hand baggage: .+\./);
    } else {
      expect(flight).toMatch(/الذهاب، .+: .+، المغادرة من الرياض الساعة \d\d:\d\d والوصول إلى برلين الساعة \d\d:\d\d/);
      expect(offer).toMatch(/للمسافر لدى .+ الأمتعة المسجّلة: .+ أمتعة اليد: .+/);
    }
  });

  test(`${language}: filters that React opens are styled, though the list begins without their rules`, async ({
    page,
    desk,
  }) => {
    desk.api.flights.speedUp(1_000_000);
    await page.goto(newAddress(language));
    await expect(flightsPage(page, language).cards.first()).toBeVisible();
    const rules = await page.locator('style[data-page-style=partial]').evaluate((style) => style.textContent);
    expect(rules).not.toContain('.filter-group');
    await waitForHydration(page, 'filters');
    const document = await page.evaluateHandle(() => globalThis.document.documentElement);
    await page.locator('#filters a').click();
    const group = page.locator('.filter-group').first();
    await expect(group).toBeVisible();
    await expect(group).toHaveCSS('display', 'grid');
    expect(await document.evaluate((element) => element.isConnected), 'the same document').toBe(true);
  });

  test(`${language}: nothing scrolls sideways on the smallest phone, with filters and offers open`, async ({
    page,
    desk,
  }) => {
    desk.api.flights.speedUp(1_000_000);
    await page.goto(`${newAddress(language)}&filters=open`);
    const flights = flightsPage(page, language);
    await expect(flights.cards).toHaveCount(10);
    await page.evaluate(() =>
      document.querySelectorAll('main details').forEach((details) => details.setAttribute('open', '')),
    );
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await flights.cards.first().getByRole('link', { name: words[language].details }).click();
    await expect(page.getByRole('link', { name: words[language].back })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await page.goto((await page.locator('a[href^="/deeplink"]').first().getAttribute('href')) ?? '');
    await expectNoHorizontalScroll(page);
  });
}

test.describe('scripts that fail in the middle of a search', () => {
  test.use({ toleratesPageErrors: true });

  test('a lost connection is reported, the results stay, and the search continues once it is back', async ({
    page,
    desk,
  }) => {
    const release = desk.api.flights.holdBack();
    await page.goto(newAddress('en'));
    const flights = flightsPage(page, 'en');
    await expect(flights.cards.first()).toBeVisible();
    await waitForHydration(page, 'results');
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline. These are the flights found before')).toBeVisible();
    await expect(flights.cards.first()).toBeVisible();
    release();
    await page.context().setOffline(false);
    await expect(page.getByText(words.en.complete)).toBeVisible();
  });

  for (const [script, pattern] of Object.entries({
    "React's entry": '**/assets/entry.client-*.js',
    'every script': '**/assets/*.js',
  })) {
    test(`if ${script} throws, the search works with links and forms up to the partner`, async ({ page, desk }) => {
      desk.api.flights.speedUp(1_000_000);
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
      await bookFromList({ page, language: 'en', mode: 'browser-checks', ...desk });
    });
  }

  test('if scripts stop after the first results, the links still work', async ({ page, desk }) => {
    desk.api.flights.holdBack();
    await page.goto(newAddress('en'));
    const flights = flightsPage(page, 'en');
    await expect(flights.cards.first()).toBeVisible();
    // Disable all timers and the router's links, as an uncaught error would.
    await page.evaluate(() => {
      for (let id = 0; id < 10_000; id += 1) clearTimeout(id);
      document.addEventListener('click', (event) => event.stopImmediatePropagation(), true);
    });
    await page.getByRole('link', { name: words.en.fastest, exact: true }).click();
    await expect(page).toHaveURL(/sort=fastest/);
    await expect(flights.cards.first()).toBeVisible();
  });
});

test('a flight that React shows without a new document has its styles at once', async ({ page, desk }) => {
  desk.api.flights.speedUp(1_000_000);
  await page.goto(newAddress('ar'));
  const flights = flightsPage(page, 'ar');
  await expect(page.getByText(words.ar.complete)).toBeVisible();
  await waitForHydration(page, 'results');
  const isShown = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const leg = document.querySelector('main .border-arc');
          if (leg) requestAnimationFrame(() => resolve(getComputedStyle(leg).borderRightWidth));
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await flights.cards.first().getByRole('link', { name: words.ar.details }).click();
  // The line next to a leg, for which the results page has no style rule.
  expect(await isShown).toBe('2px');
  await page.getByRole('link', { name: words.ar.back }).click();
  await expect(flights.cards.first()).toHaveCSS('border-radius', '16px');
});

test('going back shows earlier results of this tab immediately, even offline', async ({ page, desk }) => {
  desk.api.flights.speedUp(1_000_000);
  await page.goto(newAddress('en'));
  const flights = flightsPage(page, 'en');
  await expect(page.getByText(words.en.complete)).toBeVisible();
  await waitForHydration(page, 'results');
  const before = await flights.cards.allTextContents();
  await flights.cards.first().getByRole('link', { name: words.en.details }).click();
  await expect(page.getByRole('link', { name: words.en.back })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: words.en.back }).click();
  await expect(flights.cards).toHaveCount(10);
  await expect.poll(() => flights.cards.allTextContents()).toEqual(before);
  await page.context().setOffline(false);
  await page.goto('/en/services/booking');
  await expect(page.getByRole('link', { name: /^Riyadh to Berlin/ })).toBeVisible();
});

test('going back from the results of a search restores the whole page that it started on', async ({ page, desk }) => {
  desk.api.flights.speedUp(1_000_000);
  await page.goto('/en/services/booking');
  const flights = flightsPage(page, 'en');
  await waitForHydration(page, 'flight-search');
  await flights.fill({ origin: 'Riyadh (RUH)', destination: 'Berlin (BER)', depart_date: newDay() });
  await flights.search();
  await expect(flights.cards).toHaveCount(10);
  await page.goBack();
  await expect(page).toHaveURL(/\/services\/booking$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#on-this-page')).toBeAttached();
  await expect(page.locator('#article h2').first()).toBeVisible();
});

test('offers are said to have expired if there are any, and once they have', async ({ page, desk }) => {
  const { flights } = desk.api;
  const expired = page.getByRole('heading', { name: words.en.expired });
  const open = async (address: string) => {
    await page.goto(address);
    await waitForHydration(page, 'content');
    await expect(page.getByRole('heading', { name: words.en.loading })).toHaveCount(0);
  };
  await page.clock.install();
  flights.speedUp(1_000_000);
  await open(newAddress('en'));
  await expect(flightsPage(page, 'en').cards.first()).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(expired).toHaveCount(0);
  await page.clock.fastForward('01:00:00');
  await expect(expired).toBeVisible();

  const faults = {
    [words.en.failed]: () => flights.setBehaviour('poll', 'error'),
    [words.en.noResults]: () => flights.setResults([{ after: 0, chunk: { search_id: 's' } }]),
  };
  for (const [outcome, setFault] of Object.entries(faults)) {
    flights.reset();
    setFault();
    await open(newAddress('en'));
    await expect(page.getByRole('heading', { name: outcome })).toBeVisible();
    await page.clock.fastForward('01:00:00');
    await expect(expired).toHaveCount(0);
  }
});

test('a button swaps the two places', async ({ page }) => {
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
