import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FlightQuery, queryParams } from '../../app/flights/model/flight-query.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { type Page, readPage } from '../support/page.ts';
import type { TimedItem } from '../support/stand-in-flights.ts';
import { waitFor } from '../support/wait-for.ts';

/** What each answer, in `tests/support/supplier-answers`, is an answer to. */
const searches: Record<string, Partial<FlightQuery>> = {
  '2027-03-01': { returnDate: '2027-03-10' },
  '2027-03-02': { returnDate: '2027-03-02' },
  '2027-03-03': {},
  '2027-03-11': {},
  '2027-03-13': {},
};

let enquirySite: EnquirySite;
const answers = new Map<string, TimedItem[]>();
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  for (const departDate of Object.keys(searches)) {
    const file = new URL(`../support/supplier-answers/${departDate}.json`, import.meta.url);
    const chunks = JSON.parse(await readFile(file, 'utf8')) as unknown[];
    answers.set(
      departDate,
      [...chunks, { search_id: 'x' }].map((chunk) => ({ after: 0, chunk })),
    );
  }
  enquirySite.api.flights.setResults(({ depart_date }) => answers.get(depart_date) ?? []);
});
afterAll(() => enquirySite.close());

function address(departDate: string, language = 'en', changes: Partial<FlightQuery> = {}): string {
  const query = { origin: 'RUH', destination: 'FRA', departDate, adults: 1, children: 0, infants: 0 };
  const params = queryParams({ ...query, travelClass: 'Y', ...searches[departDate], ...changes });
  return `/${language}/search/flights?${params.toString()}`;
}

async function get(path: string): Promise<Page> {
  return readPage(await fetch(enquirySite.site.url + path, { headers: { Accept: 'text/html' } }));
}

/** Returns the complete results. */
async function results(departDate: string, language = 'en', changes: Partial<FlightQuery> = {}): Promise<Page> {
  await waitFor(async () =>
    mainOf(await get(address(departDate, 'en', changes))).includes('All partners have replied'),
  );
  return get(address(departDate, language, changes));
}

const mainOf = ({ document }: Page) => document.querySelector('main')?.text ?? '';
const cardsOf = ({ document }: Page) => document.querySelectorAll('#results > ul > li').map(({ text }) => text);
const patientOf = ({ document }: Page) => document.querySelector('[aria-labelledby=for-patient]')?.text;
const flightOf = async (page: Page, index = 0) =>
  get(page.document.querySelectorAll('#results > ul > li a.flight-link')[index]?.getAttribute('href') ?? '');

describe.each([
  ['a one-way fare in answer to a return', '2027-03-01', '13:30', '11:00', '420'],
  ['a return that leaves before the arrival', '2027-03-02', '23:00', '20:00', '520'],
])('%s', (_, departDate, wrong, right, price) => {
  test.each(languageCodes)('is left out and counted, also in "for a patient" (%s)', async (language) => {
    const page = await results(departDate, language);
    expect(cardsOf(page)).toHaveLength(1);
    expect(cardsOf(page)[0]).toContain(right);
    expect(patientOf(page)).toContain(right);
    expect(`${cardsOf(page).join()} ${patientOf(page)}`).not.toContain(wrong);
    expect(mainOf(page)).toContain(
      {
        en: '1 offer left out: its data contradict your search or each other.',
        ar: 'استبعدنا عرضًا واحدًا لأنه لا يطابق بحثك أو لأن بياناته متناقضة.',
      }[language],
    );
    expect(mainOf(await flightOf(page))).toContain(price);
  });
});

test('an answer of contradictions only says that they were left out, not that the search has failed', async () => {
  // The outbound flights of this answer leave on another day than was asked for.
  answers.set('2027-04-01', answers.get('2027-03-01') ?? []);
  const page = await waitFor(async () => {
    const found = await get(address('2027-04-01', 'en', { returnDate: '2027-04-09' }));
    return mainOf(found).includes('No flights found') && found;
  });
  expect(mainOf(page)).toContain('2 offers left out: their data contradict your search or each other.');
});

test.each([
  ['en', 'Includes a train', 'Includes a bus', 'None of these flights is easy on a patient'],
  ['ar', 'جزء من الرحلة بالقطار', 'جزء من الرحلة بالحافلة', 'لا توجد بين هذه الرحلات رحلة سهلة على المريض'],
])('trains and buses are said in words, their codes are no aircraft (%s)', async (language, train, bus, none) => {
  const page = await results('2027-03-03', language);
  expect(cardsOf(page)).toHaveLength(3);
  expect(cardsOf(page).map((text) => [train, bus].map((words) => text.includes(words)))).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  expect(patientOf(page)).toContain(none);
  expect(mainOf(page)).not.toMatch(/left out|استبعدنا/);
  for (const index of [0, 1, 2]) expect(mainOf(await flightOf(page, index))).not.toMatch(/TRN|ICE|BUS/);
});

test('local times are those on which two of three sources agree', async () => {
  const page = await results('2027-03-11');
  expect(cardsOf(page)[0]).toMatch(/09:00.*13:30/s);
  expect(cardsOf(page)[0]).not.toContain('06:00');
  expect(mainOf(page)).not.toContain('left out');
});

test('a night at an airport is warned of, can be filtered out, and is never for a patient', async () => {
  const page = await results('2027-03-13');
  const nights = (cards: string[]) => cards.map((text) => text.includes('Overnight layover'));
  expect(nights(cardsOf(page))).toEqual([true, false]);
  expect(nights([patientOf(page) ?? ''])).toEqual([false]);
  expect(patientOf(page)).toContain('08:00');
  const filtered = await get(`${address('2027-03-13')}&without=overnight_layover`);
  expect(nights(cardsOf(filtered))).toEqual([false]);
});
