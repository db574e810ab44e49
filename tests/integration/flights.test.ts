import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FlightQuery, queryParams } from '../../app/flights/model/flight-query.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { type Page, readPage } from '../support/page.ts';
import { startSite } from '../support/site.ts';
import { withSearches } from '../support/site-searches.ts';
import type { FlightFault } from '../support/stand-in-flights.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  firstDeparture,
  wireChunk,
  wireEnd,
  wireFare,
  wireLeg,
  wireProposal,
  wireSegment,
} from '../support/wire-responses.ts';

/** Maximum size of a page of results, compressed with gzip. */
const maxBytes = 20_000;
/** The date of `firstDeparture`. */
const firstDay = '2027-03-26';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => enquirySite.close());
beforeEach(() => enquirySite.api.flights.reset());

let day = 0;

/** The query string of a search that no other test uses. */
function newSearch(changes: Partial<FlightQuery> = {}): string {
  day += 1;
  return queryParams({
    origin: 'RUH',
    destination: 'BER',
    departDate: new Date(Date.UTC(2031, 0, day)).toISOString().slice(0, 10),
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: 'Y',
    ...changes,
  }).toString();
}

/** Requests a page as a browser does when the user navigates. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Page & { response: Response }> {
  const response = await fetch(enquirySite.site.url + path, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  return { ...(await readPage(response.clone())), response };
}

const resultsPath = (search: string, language = 'en') => `/${language}/search/flights?${search}`;
const findCards = ({ document }: Page) => document.querySelectorAll('#results > ul > li');

/** Reloads the page until it meets the condition. */
async function waitForPage(path: string, isReady: (page: Page & { response: Response }) => boolean) {
  return waitFor(async () => {
    const page = await get(path);
    return isReady(page) && page;
  });
}

const isComplete = ({ document }: Page) =>
  document.querySelector('main')?.text.includes('All partners have replied') === true;

/** Starts a search and waits until it is complete. @returns its query string */
async function completeSearch(changes: Partial<FlightQuery> = {}): Promise<string> {
  enquirySite.api.flights.speedUp(1_000_000);
  const search = newSearch(changes);
  await waitForPage(resultsPath(search), isComplete);
  return search;
}

describe('an address', () => {
  test('with place names, Arabic digits and omitted defaults redirects to the canonical address of the search', async () => {
    const typed = new URLSearchParams({ origin: 'الرياض', destination: 'Berlin (BER)', depart_date: '٥/١/٢٠٣٢' });
    const { response } = await get(`/ar/search/flights?${typed.toString()}`);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      '/ar/search/flights?origin=RUH&destination=BER&depart_date=2032-01-05&adults=1&children=0&infants=0&travelClass=Y',
    ]);
  });

  test.each(languageCodes)(
    'in %s shows the form without a search, and errors for an invalid search',
    async (language) => {
      const empty = await get(`/${language}/search/flights`);
      expect(empty.response.status).toBe(200);
      expect(empty.document.querySelector('form[action$="/search/flights"]')).not.toBeNull();
      const invalid = await get(
        `/${language}/search/flights?origin=RUH&destination=RUH&depart_date=2020-01-01&adults=1&infants=3`,
      );
      expect(invalid.response.status).toBe(400);
      expect(invalid.document.querySelectorAll('[role=alert] li')).toHaveLength(3);
      expect(invalid.document.querySelector('input[name=origin]')?.getAttribute('value')).toBe('RUH');
      expect(enquirySite.api.flights.received.start).toHaveLength(0);
    },
  );

  test('with RAK asks whether Marrakech or Ras Al Khaimah is meant, and the answer is not asked about again', async () => {
    const typed = new URLSearchParams({ origin: 'RAK', destination: 'BER', depart_date: '2032-01-06' });
    const { response, document } = await get(resultsPath(typed.toString()));
    expect(response.status).toBe(400);
    const choices = document
      .querySelectorAll('input[type=radio][name=origin]')
      .map((radio) => radio.getAttribute('value'));
    expect(choices).toEqual(['RAK', 'RKT']);
    typed.append('origin', 'RAK');
    const address = (await get(resultsPath(typed.toString()))).response.headers.get('Location') ?? '';
    expect(new URL(address, enquirySite.site.url).searchParams.get('origin')).toBe('(RAK)');
    const results = await get(address);
    expect(results.response.status).toBe(200);
    expect(results.document.querySelector('main')?.text).toContain('Marrakesh Menara Airport');
    const form = await get(`${address}&edit=`);
    expect(form.document.querySelector('input[name=origin]')?.getAttribute('value')).toBe('Marrakech (RAK)');
    expect(enquirySite.api.flights.received.start).toMatchObject([{ origin: 'RAK' }]);
  });

  test('with an old code leads to the airport that replaced it, and names it', async () => {
    const typed = new URLSearchParams({ origin: 'THR', destination: 'TXL', depart_date: '2032-01-07' });
    const address = (await get(resultsPath(typed.toString()))).response.headers.get('Location') ?? '';
    const main = (await get(address)).document.querySelector('main')?.text;
    for (const name of ['Imam Khomeini International Airport', '(IKA)', 'Berlin Brandenburg Airport', '(BER)'])
      expect(main).toContain(name);
  });

  test('starts one search for all visitors, with exactly the parameters that the API expects', async () => {
    const search = newSearch({ returnDate: '2032-12-24', adults: 2, children: 1, infants: 1, travelClass: 'C' });
    const pages = await Promise.all(Array.from({ length: 20 }, () => get(resultsPath(search, 'ar'))));
    expect(pages.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    const date = new URLSearchParams(search).get('depart_date');
    expect(enquirySite.api.flights.received.start).toEqual([
      {
        origin: 'RUH',
        destination: 'BER',
        depart_date: date,
        return_date: '2032-12-24',
        trip_class: 'C',
        locale: 'ar',
        passengers: { adults: 2, children: 1, infants: 1 },
        segments: [
          { origin: 'RUH', destination: 'BER', date },
          { origin: 'BER', destination: 'RUH', date: '2032-12-24' },
        ],
      },
    ]);
  });

  test('that a browser only prefetches starts no search', async () => {
    const { response } = await get(resultsPath(newSearch()), { 'Sec-Purpose': 'prefetch;prerender' });
    expect(response.status).toBe(503);
    expect(enquirySite.api.flights.received.start).toHaveLength(0);
  });

  test('is not indexed by search engines', async () => {
    const page = await get(resultsPath(newSearch()));
    expect(page.response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    const robots = await (await fetch(`${enquirySite.site.url}/robots.txt`)).text();
    for (const path of ['/ar/search/', '/en/flights/', '/deeplink']) expect(robots).toContain(`Disallow: ${path}`);
    for (const link of page.document.querySelectorAll('a[href^="/deeplink"]')) {
      expect(link.getAttribute('rel')).toContain('nofollow');
    }
  });
});

describe('the list', () => {
  test('shows ten flights per page, cheapest first, with links to the adjacent pages', async () => {
    const search = await completeSearch();
    const first = await get(resultsPath(search));
    expect(findCards(first)).toHaveLength(10);
    const last = await get(resultsPath(`${search}&page=99`));
    expect(last.document.querySelector('nav [aria-current=page]')?.text).toBe('4');
    // 36 flights, one of which has two itineraries.
    expect(findCards(last)).toHaveLength(7);
    const sorted = await get(resultsPath(`${search}&sort=fastest`));
    const sentences = findCards(sorted).map(
      (card) => card.querySelector('[role=img]')?.getAttribute('aria-label') ?? '',
    );
    const hours = sentences.map((text) => Number(/Travel time (\d+) hour/.exec(text)?.[1]));
    expect(hours.every(Number.isFinite)).toBe(true);
    expect(hours).toEqual([...hours].sort((a, b) => a - b));
  });

  test('is filtered by its query, and says so if nothing matches', async () => {
    const search = await completeSearch();
    const direct = await get(resultsPath(`${search}&stops=0`));
    const shown = findCards(direct);
    expect(shown.length).toBeGreaterThan(0);
    for (const card of shown) expect(card.text).toContain('Direct flight');
    const none = await get(resultsPath(`${search}&stops=0&hours=1`));
    expect(findCards(none)).toHaveLength(0);
    expect(none.document.querySelector('#results')?.text).toContain('No flights match your filters');
  });

  test('is in the language of its address, with our own place names', async () => {
    const search = await completeSearch();
    const [ar, en] = [await get(resultsPath(search, 'ar')), await get(resultsPath(search, 'en'))];
    expect(ar.document.querySelector('h1')?.text).toMatch(/الرياض.*برلين/);
    expect(en.document.querySelector('h1')?.text).toMatch(/Riyadh.*Berlin/);
    // Both languages share one search.
    expect(enquirySite.api.flights.received.start).toHaveLength(1);
  });

  test('is served from memory with an ETag until the search has new results', async () => {
    const search = await completeSearch();
    const page = await get(resultsPath(search));
    const etag = page.response.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}-\w+"$/);
    const repeated = await fetch(enquirySite.site.url + resultsPath(search), {
      // By default, `fetch` would request a fresh copy.
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(repeated.status).toBe(304);
  });

  test('polls the supplier no more often for two hundred browsers than for one', async () => {
    // Both searches go on.
    enquirySite.api.flights.holdBack();
    const many = newSearch();
    const one = many.replace(/depart_date=[^&]+/, 'depart_date=2033-01-01');
    let isOver = false;
    const browse = async (search: string, index: number) => {
      // Half of the requests are data requests of scripts, half are pages for browsers without JavaScript.
      const headers: Record<string, string> = index % 2 ? { Accept: 'text/html' } : {};
      const data = index % 2 ? '' : '&_data=routes%2F%24lang.search.flights';
      while (!isOver) {
        const response = await fetch(enquirySite.site.url + resultsPath(search) + data, { headers });
        expect(response.status).toBe(200);
        await response.arrayBuffer();
        await pause(2_000);
      }
    };
    const pollsOf = (search: string) => {
      const date = new URLSearchParams(search).get('depart_date');
      return enquirySite.api.flights.received.poll.filter(({ departDate }) => departDate === date).length;
    };
    const browsing = [browse(one, 0), ...Array.from({ length: 200 }, (_, index) => browse(many, index))];
    await waitFor(() => pollsOf(one) >= 3).finally(() => (isOver = true));
    const polls = { one: pollsOf(one), many: pollsOf(many) };
    await Promise.all(browsing);
    expect(enquirySite.api.flights.received.start).toHaveLength(2);
    expect(polls.many).toBeLessThanOrEqual(polls.one + 1);
  });
});

describe('a page of ten itineraries for five travellers', () => {
  test.each(languageCodes.flatMap((language) => [[language, 'one way'] as const, [language, 'return'] as const]))(
    'in %s, %s, stays small',
    async (language, kind) => {
      const returnDate = kind === 'return' ? { returnDate: '2032-06-01' } : {};
      const search = await completeSearch({ adults: 3, children: 1, infants: 1, ...returnDate });
      const page = await get(resultsPath(search, language));
      expect(findCards(page)).toHaveLength(10);
      expect(page.document.querySelector('#for-patient')).not.toBeNull();
      expect(gzipSync(page.html).length).toBeLessThanOrEqual(maxBytes);
    },
  );

  test('has every offer: the best one open, the others by partner behind a disclosure', async () => {
    const page = await get(resultsPath(await completeSearch()));
    for (const card of findCards(page).slice(0, 3)) {
      const flight = await get(card.querySelector('a.flight-link')?.getAttribute('href') ?? '');
      const onFlightPage = flight.document
        .querySelector('section[aria-label=Offers]')
        ?.querySelectorAll('.flight-price strong')
        .map(({ text }) => text);
      const best = card.querySelector('.flight-price strong')?.text;
      const others = card.querySelectorAll('details.more-offers dd').map(({ text }) => text);
      expect([best, ...others].sort()).toEqual(onFlightPage?.sort());
      const partners = card.querySelectorAll('details.more-offers dt').map(({ text }) => text);
      expect(new Set(partners).size).toBe(partners.length);
      expect(partners.every((name) => name.startsWith('Sample partner'))).toBe(true);
      expect(card.querySelectorAll('details.more-offers')).toHaveLength(others.length > 0 ? 1 : 0);
    }
  });
});

describe('the itinerary for a patient', () => {
  test('is above the list, with its price, the reason and a link to its page', async () => {
    const page = await get(resultsPath(await completeSearch()));
    const section = page.document.querySelector('[aria-labelledby=for-patient]');
    expect(section?.text).toContain('nobody has to change planes');
    expect(section?.text).toMatch(/about .*SAR/);
    const flight = await get(section?.querySelector('a')?.getAttribute('href') ?? '');
    expect(flight.response.status).toBe(200);
    expect(flight.document.querySelector('main')?.text).toContain('Direct flight');
  });

  test('may be missing; the page then says so and offers an escort', async () => {
    const night = wireSegment([
      wireLeg('RUH', 'IST', firstDeparture, 240),
      wireLeg('IST', 'FRA', firstDeparture + 16 * 3600, 200),
    ]);
    enquirySite.api.flights.setResults([
      { after: 0, chunk: wireChunk([wireProposal({ segment: [night] })]) },
      { after: 0, chunk: wireEnd },
    ]);
    const path = resultsPath(await completeSearch({ destination: 'FRA', departDate: firstDay }));
    const page = await get(path);
    const section = page.document.querySelector('[aria-labelledby=for-patient]');
    expect(section?.text).toContain('None of these flights is easy on a patient');
    expect(section?.querySelector('a')?.getAttribute('href')).toBe('/en/medical-flight/medical-escort');
    expect(findCards(page)).toHaveLength(1);
    // This supplier states no rates, so there is no currency to choose.
    expect((await get(`${path}&filters=open`)).document.querySelector('select[name=currency]')).toBeNull();
    expect(findCards(page)[0]?.text).not.toContain('about');
  });
});

describe('prices', () => {
  test('are in the currency of the departure, or in the chosen one on every page', async () => {
    const search = await completeSearch();
    const list = await get(resultsPath(search));
    expect(list.response.status, 'an address without a currency is not redirected').toBe(200);
    expect(findCards(list)[0]?.text).toMatch(/about .*SAR/);
    for (const page of [await get('/en/search/flights'), await get(resultsPath(`${search}&filters=open`))]) {
      expect(page.document.querySelector('select[name=currency]')).not.toBeNull();
    }

    const inDinars = await get(resultsPath(`${search}&currency=KWD`));
    expect(inDinars.response.status).toBe(200);
    const card = findCards(inDinars)[0];
    expect(card?.text).toMatch(/about .*KWD/);
    for (const link of ['a[href*="/flights/"]', 'a[href^="/deeplink?"]']) {
      const page = await get(card?.querySelector(link)?.getAttribute('href') ?? '');
      expect(page.document.querySelector('main')?.text, link).toMatch(/about .*KWD.*The partner’s own price: .*[€$]/s);
    }
    const ids = (page: Page) => findCards(page).map((row) => /flights\/(\w+)/.exec(row.innerHTML)?.[1]);
    expect(ids(inDinars), 'the order is the same').toEqual(ids(list));
  });

  test('in a currency that does not exist redirect to the default', async () => {
    const search = await completeSearch();
    const { response } = await get(resultsPath(`${search}&currency=XXX`));
    expect([response.status, response.headers.get('Location')]).toEqual([302, resultsPath(search)]);
  });
});

test('the terms of a ticket are on the pages of the flight and of the hand-off', async () => {
  const page = await get(resultsPath(`${await completeSearch()}&terms=refund`));
  const card = findCards(page)[0];
  expect(card?.text).toMatch(/Refund.*possible/s);
  for (const link of ['a[href*="/flights/"]', 'a[href^="/deeplink?"]']) {
    const { document } = await get(card?.querySelector(link)?.getAttribute('href') ?? '');
    const terms = document.querySelectorAll('main dt').map(({ text }) => text);
    expect(terms, link).toEqual(expect.arrayContaining(['Changes', 'Refund', 'Partner’s fare code']));
  }
});

test.each(languageCodes)('the search can be changed on the form’s page (%s)', async (language) => {
  const search = `${await completeSearch({ returnDate: '2032-06-01', children: 2 })}&currency=KWD`;
  const list = await get(resultsPath(search, language));
  const href = list.document.querySelector('main a[href*="edit=1"]')?.getAttribute('href') ?? '';
  const started = enquirySite.api.flights.received.start.length;
  const form = await get(href);
  expect(form.response.status).toBe(200);
  expect(form.value('origin')).toContain('(RUH)');
  expect(form.value('return_date')).toBe('2032-06-01');
  const selected = form.document
    .querySelectorAll('#flight-search option[selected]')
    .map((option) => option.getAttribute('value') ?? option.text);
  expect(selected).toEqual(expect.arrayContaining(['2', 'KWD']));
  expect(enquirySite.api.flights.received.start).toHaveLength(started);
});

describe('other days', () => {
  test('are links that start the same search for another day, with the same filters', async () => {
    const search = await completeSearch({ returnDate: '2032-06-01' });
    const list = await get(resultsPath(`${search}&sort=fastest&stops=0`));
    const links = list.document.querySelectorAll('nav a[rel=nofollow]').map((a) => a.getAttribute('href') ?? '');
    expect(links).toHaveLength(2 * 2 + 2 * 4);
    const later = new URLSearchParams(search);
    later.set('return_date', '2032-06-02');
    const link = resultsPath(`${later.toString()}&sort=fastest&stops=0`);
    expect(links).toContain(link);
    expect(await waitForPage(link, isComplete)).toMatchObject({ status: 200 });
    expect(enquirySite.api.flights.received.start.map((body) => body.return_date)).toEqual([
      '2032-06-01',
      '2032-06-02',
    ]);
  });
});

describe('a whole city or country', () => {
  const startedPairs = () =>
    enquirySite.api.flights.received.start.map((body) => `${body.origin} ${body.destination}`).sort();

  test('that the supplier knows by a code is one search', async () => {
    const page = await get(resultsPath(await completeSearch({ destination: 'LON' })));
    expect(startedPairs()).toEqual(['RUH LON']);
    expect(page.heading).toBe('Flights from \u2068Riyadh\u2069 to \u2068London\u2069');
    const form = await get(page.document.querySelector('main a[href*="edit=1"]')?.getAttribute('href') ?? '');
    expect(form.value('destination')).toBe('London, all airports');
    expect(page.document.querySelector('#results')?.text).toMatch(/London (?:Heathrow|Gatwick|Stansted) Airport/);
  });

  test('of which the supplier knows only the airports is one list from several searches, shared with other visitors', async () => {
    const germany = await completeSearch({ destination: 'DE-ALL' });
    const pairs = ['BER', 'DUS', 'FRA', 'HAM', 'MUC'].map((code) => `RUH ${code}`);
    expect(startedPairs()).toEqual(pairs);
    const page = await get(resultsPath(germany));
    expect(page.heading).toContain('Germany');
    expect(page.document.querySelector('main')?.text).toContain('Airports in this search:');
    const all = findCards(await get(resultsPath(`${germany}&sort=earliest`)));
    expect(all).toHaveLength(10);
    const frankfurt = new URLSearchParams(germany);
    frankfurt.set('destination', 'FRA');
    await waitForPage(resultsPath(frankfurt.toString()), isComplete);
    expect(startedPairs()).toEqual(pairs);
  });

  test('has flights that are shown and booked through the search that found them', async () => {
    const list = await get(resultsPath(await completeSearch({ origin: 'IST-ALL' })));
    const links = list.document
      .querySelectorAll('#results li a[href*="/flights/"]')
      .map((a) => a.getAttribute('href') ?? '');
    expect(links).toHaveLength(10);
    for (const link of links) expect((await get(link)).response.status).toBe(200);
    const booking = list.document.querySelector('#results a[href^="/deeplink"]')?.getAttribute('href') ?? '';
    expect((await get(booking)).response.status).toBe(200);
    expect((await fetch(enquirySite.site.url + booking, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  });

  test('shows the flights of the other searches if one fails, and says that some are missing', async () => {
    let count = 0;
    enquirySite.api.flights.setBehaviour('start', () => ((count += 1) === 1 ? 'error' : 'ok'));
    enquirySite.api.flights.speedUp(1_000_000);
    const path = resultsPath(newSearch({ destination: 'IST-ALL' }));
    const page = await waitForPage(path, ({ document }) => document.querySelector('main a[href*="again=1"]') !== null);
    expect(findCards(page)).toHaveLength(10);
  });
});

test.each([
  ['en', 'Heidelberg', 'km from Heidelberg'],
  ['ar', 'هايدلبرغ', 'كم من هايدلبرغ'],
])(
  'for a town without an airport, the visitor chooses one of the nearest airports (%s, %s)',
  async (language, town, distance) => {
    const params = new URLSearchParams(newSearch());
    params.set('destination', town);
    const question = await get(resultsPath(params.toString(), language));
    expect(question.response.status).toBe(400);
    const choices = question.document.querySelectorAll('fieldset label');
    expect(choices.map((choice) => choice.text)).toEqual(
      choices.map(() => expect.stringContaining(distance) as string),
    );
    expect(choices.map((choice) => choice.querySelector('input')?.getAttribute('value'))).toContain('FRA');
    params.append('destination', 'FRA');
    const { response } = await get(resultsPath(params.toString(), language));
    expect(response.headers.get('Location')).toContain('destination=FRA');
  },
);

describe('one flight', () => {
  test.each(languageCodes)('in %s has its own address and links back to its list', async (language) => {
    const search = await completeSearch({ returnDate: '2032-06-01' });
    const list = await get(resultsPath(`${search}&sort=best`, language));
    const link =
      list.document.querySelector('#results a[href*="/flights/"][href*="back="]')?.getAttribute('href') ?? '';
    const page = await get(link);
    expect(page.response.status).toBe(200);
    expect(page.document.querySelectorAll('main section > ol').length).toBeGreaterThanOrEqual(2);
    expect(page.document.querySelectorAll('a[href^="/deeplink?"]').length).toBeGreaterThan(0);
    expect(page.document.querySelector('main a[href*="sort=best"]')?.getAttribute('href')).toBe(
      `${resultsPath(`${search}&sort=best`, language)}#results`,
    );
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
    'does not link back to %s',
    async (back) => {
      const search = await completeSearch();
      const link = (await get(resultsPath(search))).document
        .querySelector('#results a[href*="back="]')
        ?.getAttribute('href');
      const url = new URL(link ?? '', enquirySite.site.url);
      url.searchParams.set('back', back);
      const page = await get(url.pathname + url.search);
      expect(page.response.status).toBe(200);
      expect(page.document.querySelectorAll('a').map((a) => a.getAttribute('href'))).not.toContain(back);
      expect(page.document.querySelector('main')?.innerHTML).not.toContain('evil');
    },
  );

  test('that is not in its search gets 404 and a link to search again; one of an unknown search gets 410', async () => {
    const search = await completeSearch();
    const list = await get(resultsPath(search));
    const link = list.document.querySelector('#results a[href*="back="]')?.getAttribute('href') ?? '';
    const missing = await get(link.replace(/\/flights\/[^?]+/, '/flights/nothing'));
    expect([
      missing.response.status,
      missing.document.querySelector('main a[rel=nofollow]')?.getAttribute('href'),
    ]).toEqual([404, resultsPath(search)]);
    const unknown = await get('/ar/flights/nothing?search=nothing');
    expect(unknown.response.status).toBe(410);
    // A visitor who came from a list can repeat the search with one press.
    const back = new URLSearchParams({ search: 'nothing', back: resultsPath(`${search}&sort=best`) });
    const forgotten = await get(`/en/flights/nothing?${back.toString()}`);
    expect(forgotten.heading).toContain('Riyadh');
    expect(forgotten.document.querySelector('main a[rel=nofollow]')?.getAttribute('href')).toBe(resultsPath(search));
  });
});

describe('after the offers have expired', () => {
  test('a flight and its hand-off link to a new search, and the list starts one', async () => {
    const search = await completeSearch();
    const list = await get(resultsPath(search));
    const flight = list.document.querySelector('#results a[href*="back="]')?.getAttribute('href') ?? '';
    const handOff = list.document.querySelector('a[href^="/deeplink?"]')?.getAttribute('href') ?? '';
    await withSearches(enquirySite.site, (searches) =>
      searches
        .updateTable('searches')
        .set({ expires_at: Date.now() - 1_000 })
        .execute(),
    );
    for (const address of [flight, handOff]) {
      const page = await get(address);
      expect(page.response.status).toBe(410);
      expect(page.document.querySelector('main a[rel=nofollow]')?.getAttribute('href')).toBe(resultsPath(search));
    }
    const posted = await fetch(enquirySite.site.url + handOff, { method: 'POST', redirect: 'manual' });
    expect(posted.status).toBe(410);
    expect(enquirySite.api.flights.received.link).toHaveLength(0);
    await get(resultsPath(search));
    expect(enquirySite.api.flights.received.start).toHaveLength(2);
  });
});

describe('the hand-off', () => {
  async function firstOffer(language = 'en'): Promise<string> {
    const list = await get(resultsPath(await completeSearch(), language));
    return list.document.querySelector('a[href^="/deeplink?"]')?.getAttribute('href') ?? '';
  }

  test.each(languageCodes)(
    'in %s names the seller, and requests the link only when the button is pressed',
    async (language) => {
      const address = await firstOffer(language);
      const page = await get(address);
      expect([page.response.status, page.document.querySelector('html')?.getAttribute('lang')]).toEqual([
        200,
        language,
      ]);
      expect(page.document.querySelector('main')?.text).toMatch(/Sample partner \d/);
      expect(page.response.headers.get('Cache-Control')).toBe('no-store');
      expect(enquirySite.api.flights.received.link).toEqual([]);
      const response = await fetch(enquirySite.site.url + address, { method: 'POST', redirect: 'manual' });
      expect(response.status).toBe(303);
      expect(response.headers.get('Location')).toMatch(
        new RegExp(`^${enquirySite.api.url}/partner\\?search=.+&fare=\\d+$`),
      );
      expect(enquirySite.api.flights.received.link).toEqual([
        expect.objectContaining({
          urlId: new URL(address, enquirySite.site.url).searchParams.get('urlId'),
          locale: language,
        }),
      ]);
    },
  );

  test('to a partner that expects a POST is a form with hidden fields and a button', async () => {
    const address = await firstOffer();
    enquirySite.api.flights.setBookingMethod('POST');
    const response = await fetch(enquirySite.site.url + address, { method: 'POST' });
    const { document } = await readPage(response);
    const form = document.querySelector('form[data-auto-submit]');
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual([
      'post',
      `${enquirySite.api.url}/partner`,
    ]);
    expect(form?.querySelectorAll('input[type=hidden]').map((input) => input.getAttribute('name'))).toEqual([
      'search',
      'fare',
    ]);
    expect(form?.querySelector('button[type=submit]')).not.toBeNull();
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://partner.example/', 'not an address'])(
    'never redirects to %s',
    async (url) => {
      const address = await firstOffer();
      for (const method of ['GET', 'POST'] as const) {
        enquirySite.api.flights.setBookingMethod(method, url);
        const response = await fetch(enquirySite.site.url + address, { method: 'POST', redirect: 'manual' });
        expect(response.status).toBe(502);
        expect(await response.text()).not.toContain(url);
      }
    },
  );

  test('of an offer that is not in the search requests no link', async () => {
    const url = new URL(await firstOffer(), enquirySite.site.url);
    url.searchParams.set('urlId', '123456789');
    for (const method of ['GET', 'POST']) expect((await fetch(url, { method, redirect: 'manual' })).status).toBe(404);
    expect(enquirySite.api.flights.received.link).toEqual([]);
  });

  test.each(['error', 'not-json', 'gone'] satisfies FlightFault[])(
    'whose link request fails with %s shows an error and can be repeated',
    async (fault) => {
      const address = await firstOffer();
      enquirySite.api.flights.setBehaviour('link', fault);
      const response = await fetch(enquirySite.site.url + address, { method: 'POST', redirect: 'manual' });
      expect(response.status).toBe(502);
      const { document } = await readPage(response);
      expect(document.querySelector('[role=alert]')?.text).toContain('could not be opened');
      expect(document.querySelector('main form[method=post] button')).not.toBeNull();
    },
  );

  test.each([
    ['en', 'Missing parameters'],
    ['ar', 'معلومات ناقصة'],
  ])('in %s reports missing parameters', async (locale, message) => {
    for (const query of [`locale=${locale}`, `searchId=x&locale=${locale}`, `urlId=1&locale=${locale}`]) {
      const page = await get(`/deeplink?${query}`);
      expect(page.response.status).toBe(400);
      expect(page.document.querySelector('h1')?.text).toContain(message);
    }
  });
});

/** The failures in section 8 of the specification, and the time after which the error must be shown (ms). */
const failures: Record<string, { call: 'start' | 'poll'; fault: FlightFault }> = {
  'a start that fails with 500': { call: 'start', fault: 'error' },
  'a start without an id': { call: 'start', fault: 'no-search-id' },
  'a start that hangs': { call: 'start', fault: 'hanging' },
  'polls that fail with 500': { call: 'poll', fault: 'error' },
  'polls that hang': { call: 'poll', fault: 'hanging' },
  'polls whose response stops half-way': { call: 'poll', fault: 'hanging-body' },
  'a poll with invalid JSON': { call: 'poll', fault: 'not-json' },
  'a poll of 50 MB': { call: 'poll', fault: 'huge' },
  'a poll with a gzip bomb of 50 MB': { call: 'poll', fault: 'bomb' },
  'polls that stay empty': { call: 'poll', fault: 'empty' },
};

describe('a supplier that fails', () => {
  // The tests run concurrently, each with its own stand-in and site, because they mostly wait.
  test.concurrent.each(Object.entries(failures))(
    '%s: shows the specified error in the language of the page, with the phone number',
    async (_name, { call, fault }) => {
      const ownEnquirySite = await startEnquirySite();
      try {
        ownEnquirySite.api.flights.setBehaviour(call, fault);
        const search = newSearch();
        const page = await waitFor(async () => {
          const read = await readPage(await fetch(`${ownEnquirySite.site.url}/ar/search/flights?${search}`));
          return read.document.querySelector('[role=alert]') !== null && read;
        });
        expect(page.document.querySelector('[role=alert]')?.text).toContain('تعذّر تحميل الرحلات');
        expect(page.document.querySelector('[role=alert] a[href="/ar#search-flights"]')).not.toBeNull();
        expect(page.document.querySelector('[role=alert] a[href^="tel:"]')).not.toBeNull();
        if (fault === 'empty') expect(ownEnquirySite.api.flights.received.poll.length).toBeGreaterThan(2);
        const memory = await readMemory(ownEnquirySite);
        expect(memory).toBeLessThan(400);
      } finally {
        await ownEnquirySite.close();
      }
    },
  );

  test('does not remove earlier results, and the page says that they are incomplete', async () => {
    const search = newSearch();
    let polls = 0;
    enquirySite.api.flights.setBehaviour('poll', () => (++polls === 1 ? 'ok' : 'not-json'));
    await get(resultsPath(search));
    const page = await waitForPage(resultsPath(search), ({ document }) =>
      Boolean(document.querySelector('main')?.text.includes('Not every partner has replied')),
    );
    expect(findCards(page).length).toBeGreaterThan(0);
    expect(page.document.querySelector('[role=alert]')).toBeNull();
  });
});

test('if no flight can be read, the page reports an error of the partner, not an empty result', async () => {
  const proposal = wireProposal({ terms: { 65: wireFare({ currency: 'riyal' }) } });
  enquirySite.api.flights.setResults([
    { after: 0, chunk: wireChunk([proposal]) },
    { after: 0, chunk: { search_id: 's' } },
  ]);
  const alert = (await get(resultsPath(newSearch()))).document.querySelector('main [role=alert]');
  expect(alert?.text).toContain('The flights could not be loaded.');
  expect(alert?.text).toContain('A booking partner has sent us flights that we cannot read.');
});

test('a search without flights is not an error', async () => {
  enquirySite.api.flights.setResults([{ after: 0, chunk: { search_id: 's' } }]);
  const page = await get(resultsPath(newSearch()));
  expect(page.response.status).toBe(200);
  expect(page.document.querySelector('main h2')?.text).toBe('No flights found. Try changing the dates or destination.');
});

test('a search continues after the process has been killed', async () => {
  const ownEnquirySite = await startEnquirySite();
  const path = `/en/search/flights?${newSearch()}`;
  await fetch(ownEnquirySite.site.url + path, { headers: { Accept: 'text/html' } });
  await ownEnquirySite.site.kill();
  const restarted = await ownEnquirySite.site.restart();
  const page = await waitFor(async () => {
    const read = await readPage(await fetch(restarted.url + path, { headers: { Accept: 'text/html' } }));
    return isComplete(read) && read;
  });
  expect(findCards(page)).toHaveLength(10);
  expect(ownEnquirySite.api.flights.received.start).toHaveLength(1);
  await restarted.close();
  await ownEnquirySite.close();
});

test('one visitor may start a limited number of searches per hour, and open any number of existing ones', async () => {
  const ownEnquirySite = await startEnquirySite();
  try {
    const shared = `/en/search/flights?${newSearch()}`;
    const open = (path: string) => fetch(ownEnquirySite.site.url + path);
    expect((await open(shared)).status).toBe(200);
    for (let count = 0; count < 29; count += 1) {
      expect((await open(`/en/search/flights?${newSearch()}`)).status).toBe(200);
    }
    const refused = await open(`/ar/search/flights?${newSearch()}`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
    const page = await readPage(refused);
    expect(page.document.querySelector('[role=alert] a[href^="tel:"]')).not.toBeNull();
    expect((await open(shared)).status).toBe(200);
    expect(ownEnquirySite.api.flights.received.start).toHaveLength(30);
  } finally {
    await ownEnquirySite.close();
  }
});

test('without an API, every page labels its flights as samples, and none can be booked', async () => {
  const site = await startSite();
  try {
    const ask = async (path: string, method = 'GET') =>
      readPage(await fetch(site.url + path, { method, headers: { Accept: 'text/html' } }));
    const list = await ask(`/en/search/flights?${newSearch()}`);
    const flight = list.document.querySelector('#results a[href*="back="]')?.getAttribute('href') ?? '';
    const handOff = list.document.querySelector('a[href^="/deeplink?"]')?.getAttribute('href') ?? '';
    for (const page of [list, await ask(flight), await ask(handOff), await ask(handOff, 'POST')]) {
      expect(page.document.querySelector('main')?.text).toContain('Sample flights');
      expect(page.document.querySelector('main form[method=post]')).toBeNull();
    }
  } finally {
    await site.close();
  }
});

/** Reads the resident memory of the site's process (MB). */
async function readMemory({ site }: EnquirySite): Promise<number> {
  const status = await readFile(`/proc/${site.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
