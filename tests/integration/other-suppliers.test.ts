import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FlightQuery, queryParams } from '../../app/flights/model/flight-query.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { type AgencyTicket, type StandInAgency, startStandInAgency } from '../support/stand-in-agency.ts';
import { waitFor } from '../support/wait-for.ts';

/** User-Agent header of the visitors in these tests. */
const userAgent = 'Browser of a visitor/1.0';

let agency: StandInAgency;
let site: Site;
beforeAll(async () => {
  agency = await startStandInAgency();
  const { token, secret } = agency.credentials;
  site = await startSite({
    env: {
      NODE_OPTIONS: `--import ${new URL('../support/use-agency.ts', import.meta.url).href}`,
      ...{ AGENCY_URL: agency.url, AGENCY_TOKEN: token, AGENCY_SECRET: secret },
      RATE_LIMIT_FACTOR: '1000',
    },
  });
});
afterAll(async () => {
  await site.close();
  await agency.close();
});
beforeEach(() => agency.reset());

const direct: AgencyTicket = {
  id: 'direct',
  journey: 'SV RUH 08:00 FRA 12:30',
  proposals: [{ id: 'light', agent: 'one', price: 400 }],
};
const viaIstanbul: AgencyTicket = {
  id: 'via-istanbul',
  journey: 'TK RUH 04:00 IST 08:00, TK IST 10:00 FRA 11:00',
  proposals: [{ id: 'eco', agent: 'two', price: 300, bags: 1 }],
};

/** Everything that visitors in these tests have received. */
const responses: string[] = [];
let day = 0;

/** Returns the path of a list that no other test uses. */
function newSearch(changes: Partial<FlightQuery> = {}, language = 'en'): string {
  day += 1;
  const query = {
    ...{ origin: 'RUH', destination: 'FRA', adults: 1, children: 0, infants: 0, travelClass: 'Y' as const },
    departDate: new Date(Date.UTC(2031, 0, day)).toISOString().slice(0, 10),
    ...changes,
  };
  return `/${language}/search/flights?${queryParams(query).toString()}`;
}

type LoadedPage = Page & { location: string | null };

async function request(path: string, init: RequestInit = {}): Promise<LoadedPage> {
  const headers = { Accept: 'text/html', 'User-Agent': userAgent };
  const response = await fetch(site.url + path, { redirect: 'manual', ...init, headers });
  const page = await readPage(response);
  responses.push(page.html, JSON.stringify([...response.headers]));
  return { ...page, location: response.headers.get('Location') };
}

const post = (path: string) => request(path, { method: 'POST' });

/** Opens a page again until it meets the condition. */
function waitForPage(path: string, isReady: (page: LoadedPage) => boolean): Promise<LoadedPage> {
  return waitFor(async () => {
    const page = await request(path);
    return isReady(page) && page;
  });
}

const rows = ({ document }: Page) => document.querySelectorAll('#results > ul > li').map((row) => row.textContent);
const isComplete = ({ text }: Page) => text.includes('All partners have replied');
/** The addresses of a page's links to flights, or of its offers. */
const links = ({ document }: Page, selector: string) =>
  document.querySelectorAll(selector).map((link) => link.getAttribute('href') ?? '');
const flightLinks = (page: Page) => links(page, '#results > ul > li a.flight-link');
const offerLinks = (page: Page) => links(page, 'a[href^="/deeplink?"]');

/** Opens a list that consists of these tickets. */
async function listOf(...tickets: AgencyTicket[]): Promise<{ path: string; list: LoadedPage }> {
  agency.publish(...tickets);
  agency.finish();
  const path = newSearch();
  return { path, list: await waitForPage(path, isComplete) };
}

describe('a search with another supplier', () => {
  test('leads from the list to a flight with its fares, and on to the agent', async () => {
    agency.publish(direct);
    agency.keepForTicket('direct', { id: 'flexible', agent: 'one', price: 520, bags: 2 });
    const path = newSearch({ adults: 2 });
    const first = await waitForPage(path, (page) => rows(page).length === 1);
    expect(first.text).toContain('Still searching');
    agency.publish(viaIstanbul);
    agency.finish();
    const list = await waitForPage(path, isComplete);
    expect(rows(list)).toEqual([expect.stringContaining('€300'), expect.stringContaining('€400')]);

    expect(agency.received.tickets).toEqual([]);
    const address = flightLinks(list)[1] ?? '';
    const [flight] = await Promise.all([request(address), request(address)]);
    expect(flight.text).toContain('Agent one');
    expect(flight.text).toContain('€400');
    expect(flight.text).toContain('€520');
    await request(address);
    expect(agency.received.tickets, 'requested once for all visitors').toEqual(['direct']);

    const offer = offerLinks(flight).find((link) => link.includes('flexible')) ?? '';
    const handOff = await request(offer);
    expect([handOff.status, handOff.text.includes('€520')]).toEqual([200, true]);
    expect(agency.received.clicks).toEqual([]);
    const gone = await post(offer);
    expect([gone.status, gone.location]).toEqual([303, 'https://agent.example/pay?offer=flexible']);
    expect(agency.received.clicks.map(({ proposal }) => proposal)).toEqual(['flexible']);
  });

  test('passes the cursor from poll to poll, even if nothing is new', async () => {
    agency.publish(direct);
    const path = newSearch();
    await waitForPage(path, (page) => rows(page).length === 1);
    await expect.poll(() => agency.received.polls.filter(({ status }) => status === 304)).not.toEqual([]);
    agency.publish(viaIstanbul);
    agency.finish();
    await waitForPage(path, isComplete);
    const news = agency.received.polls.filter(({ status }) => status === 200);
    expect(news.map(({ since }) => since)).toEqual([0, 1, 2]);
    for (const { since } of agency.received.polls.filter(({ status }) => status === 304)) expect(since).toBe(1);
  });

  test('passes the criteria, the visitor’s address and browser to the supplier, and stores neither address nor browser', async () => {
    const query = { returnDate: '2031-12-24', adults: 2, children: 1, infants: 1, travelClass: 'C' } as const;
    agency.publish(direct);
    agency.finish();
    const path = newSearch(query, 'ar');
    const date = new URLSearchParams(path.split('?')[1]).get('depart_date');
    const list = await waitForPage(path, (page) => rows(page).length === 1);
    await post(offerLinks(list)[0] ?? '');
    const { start, clicks } = agency.received;
    expect(start.map(({ body }) => body)).toEqual([
      {
        directions: [
          { origin: 'RUH', destination: 'FRA', date },
          { origin: 'FRA', destination: 'RUH', date: '2031-12-24' },
        ],
        passengers: { adults: 2, children: 1, infants: 1 },
        trip_class: 'C',
        currency_code: 'EUR',
        locale: 'ar',
      },
    ]);
    for (const { headers } of [...start, ...clicks])
      expect(headers).toMatchObject({ 'x-user-ip': '127.0.0.1', 'x-user-agent': userAgent });
    const files = (await readdir(site.dataDir)).filter((name) => name.startsWith('flights.db'));
    const stored = await Promise.all(files.map((name) => readFile(join(site.dataDir, name), 'latin1')));
    expect(stored.join('')).toContain('direct light');
    for (const text of [...stored, ...site.log]) {
      expect(text).not.toContain('127.0.0.1');
      expect(text).not.toContain(userAgent);
    }
  });
});

describe('a fare', () => {
  test.each([470, 350])('that costs €%i later is shown with the later price', async (later) => {
    agency.publish(direct, viaIstanbul);
    const path = newSearch();
    await waitForPage(path, (page) => rows(page).length === 2);
    agency.publish({ ...direct, proposals: [{ id: 'light', agent: 'one', price: later }] });
    agency.finish();
    const list = await waitForPage(path, isComplete);
    const flight = await request(flightLinks(list)[1] ?? '');
    const handOff = await request(offerLinks(flight)[0] ?? '');
    for (const text of [rows(list)[1], flight.text, handOff.text]) {
      expect(text).toContain(`€${later}`);
      expect(text).not.toContain('€400');
    }
  });

  test('has its current price when its flight is opened', async () => {
    const { path, list } = await listOf(direct, viaIstanbul);
    agency.keepForTicket('direct', { id: 'light', agent: 'one', price: 444 });
    const flight = await request(flightLinks(list)[1] ?? '');
    expect([flight.text.includes('€444'), flight.text.includes('€400')]).toEqual([true, false]);
    expect(rows(await request(path))[1]).toContain('€444');
  });

  test('that has expired is labelled as such everywhere, and can be searched for again at once', async () => {
    const { path, list } = await listOf({
      ...direct,
      proposals: [{ id: 'light', agent: 'one', price: 400, lifetime: 4 }],
    });
    const offer = offerLinks(list)[0] ?? '';
    const expired = await waitForPage(offer, ({ status }) => status === 410);
    expect(expired.heading).toBe('These offers have expired');
    expect((await post(offer)).status).toBe(410);
    expect(agency.received.clicks).toEqual([]);
    // The agent does not renew it.
    agency.publish({ ...direct, proposals: [{ id: 'light', agent: 'one', price: 400, lifetime: -1 }] });
    const flight = await request(flightLinks(list)[0] ?? '');
    expect(flight.text).toContain('These offers have expired');
    expect(flight.text).toContain('This offer has expired');
    const again = [expired, flight].map(({ document }) =>
      document.querySelector('main a[rel=nofollow][href*="again=1"]')?.getAttribute('href'),
    );
    expect(again).toEqual([`${path}&again=1`, `${path}&again=1`]);
    expect((await request(again[1] ?? '')).location).toBe(path);
    await expect.poll(() => agency.received.start).toHaveLength(2);
  });

  test('that has expired earlier than others is labelled as such, or replaced by a valid fare of its flight', async () => {
    const expired = { id: 'eco', agent: 'two', price: 300, lifetime: 1 };
    const { path } = await listOf(
      { ...direct, proposals: [{ ...expired, price: 200 }, ...direct.proposals] },
      { ...viaIstanbul, proposals: [expired] },
    );
    // A list without filters may be a minute old.
    const list = await waitForPage(`${path}&hours=40`, (page) => rows(page)[0]?.includes('expired') ?? false);
    expect(rows(list)[0]).not.toContain('Book now');
    expect(rows(list)[1]).toContain('€400');
    expect(rows(list)[1]).toContain('Book now');
  });

  test.each(languageCodes)('that only our staff can book leads to our form, in %s', async (language) => {
    const onRequest = { id: 'charter', agent: 'one', price: 900, byRequest: true };
    const { path } = await listOf({ ...direct, proposals: [onRequest] });
    const list = await request(path.replace('/en/', `/${language}/`));
    const offer = offerLinks(list)[0] ?? '';
    expect(rows(list)[0]).toContain({ ar: 'اطلب منا حجز هذه الرحلة', en: 'Ask us to book this flight' }[language]);
    expect(list.document.querySelector('a[href^="/deeplink?"]')?.getAttribute('target')).toBeUndefined();
    const { searchParams } = new URL(offer, site.url);
    const form = new URLSearchParams(path.split('?')[1]);
    form.set('search', searchParams.get('searchId') ?? '');
    form.set('offer', 'direct charter');
    for (const method of ['GET', 'POST']) {
      const { status, location } = await request(offer, { method });
      expect([status, location]).toEqual([303, `/${language}/book-flight?${form.toString()}`]);
    }
    expect(agency.received.clicks).toEqual([]);
  });
});

describe('a link', () => {
  test.each([undefined, -1])(
    'that has expired says so (lifetime %s), and the search starts again',
    async (lifetime) => {
      const { path, list } = await listOf(direct);
      agency.setLinks(lifetime);
      const page = await post(offerLinks(list)[0] ?? '');
      expect([page.status, page.location, page.heading]).toEqual([410, null, 'These offers have expired']);
      await request(path);
      expect(agency.received.start).toHaveLength(2);
    },
  );

  test('that needs a POST says for how long it works', async () => {
    const { list } = await listOf(direct);
    agency.setLinks(301, 'POST');
    const page = await post(offerLinks(list)[0] ?? '');
    expect([page.status, page.value('fare')]).toEqual([200, 'direct light']);
    expect(page.text).toContain('within 5 minutes');
  });
});

test('a journey of three parts is shown as such', async () => {
  const { list } = await listOf({
    id: 'three',
    journey: 'SV RUH 08:00 FRA 12:00 / LH FRA 10:00+3 MUC 11:00+3 / SV MUC 14:00+9 RUH 21:30+9',
    proposals: [{ id: 'light', agent: 'one', price: 700 }],
  });
  const flight = await request(flightLinks(list)[0] ?? '');
  const handOff = await request(offerLinks(flight)[0] ?? '');
  for (const text of [rows(list)[0], flight.text, handOff.text]) {
    for (const part of ['Part 1 of 3', 'Part 2 of 3', 'Part 3 of 3']) expect(text).toContain(part);
    expect(text).not.toContain('Return');
  }
});

test('neither the pages nor the log contain the credentials', async () => {
  const { list } = await listOf(direct);
  const path = newSearch();
  agency.refuse();
  expect((await post(offerLinks(list)[0] ?? '')).status).toBe(502);
  await request(flightLinks(list)[0] ?? '');
  await waitForPage(path, ({ document }) => document.querySelector('[role=alert]') !== null);
  await expect.poll(() => site.log.filter((line) => line.includes('refused')).length).toBeGreaterThanOrEqual(3);
  const { token, secret } = agency.credentials;
  const signatures = [...agency.received.start, ...agency.received.clicks].map(({ headers }) => headers['x-signature']);
  expect(responses.length).toBeGreaterThan(20);
  for (const credential of [token, secret, 'x-signature', ...signatures])
    for (const text of [...responses, ...site.log]) expect(text.toLowerCase()).not.toContain(credential);
});
