import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FlightQuery, queryParams } from '../../app/flights/model/flight-query.ts';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { hiddenFields, type Page, readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { waitFor } from '../support/wait-for.ts';

const texts = inEveryLanguage(({ forms, receipt, flights, 'flight-booking': booking }) => ({
  forms,
  receipt,
  flights,
  booking,
}));

let enquirySite: EnquirySite;
let samples: Site;
beforeAll(async () => {
  [enquirySite, samples] = await Promise.all([
    startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } }),
    startSite({ env: { FLIGHTS: 'sample', RATE_LIMIT_FACTOR: '1000' } }),
  ]);
  enquirySite.api.flights.speedUp(1_000_000);
});
afterAll(() => Promise.all([enquirySite.close(), samples.close()]));

let counter = 0;
/** Creates a different person each time, because equal requests become one enquiry. */
const createPerson = () => ({ name: `Family ${(counter += 1)}`, phone: '+966 50 123 4567' });

const get = async (address: string) => readPage(await fetch(address, { headers: { Accept: 'text/html' } }));
const post = (address: string, fields: Record<string, string | string[]>, files: SentFile[] = []) =>
  fetch(address, { method: 'POST', body: formData(fields, files), redirect: 'manual' });

/** Returns the path of the first link in `main` whose address contains a text. */
function linkIn({ document }: Page, part: string): string {
  const href = document.querySelector(`main a[href*="${part}"]`)?.getAttribute('href');
  if (href === undefined) throw new Error(`No link to ${part}`);
  return href;
}

/** The values that the form itself carries: those of its hidden inputs. */
const carried = ({ document }: Page) =>
  Object.fromEntries(
    document
      .querySelectorAll('form#flight-booking input[type=hidden]')
      .map((input) => [input.getAttribute('name') ?? '', (input.getAttribute('value') ?? '').replace(/\r/g, '')]),
  );

/** The value of a visible input of the form. */
const valueOf = ({ document }: Page, name: string) =>
  document.querySelector(`#flight-booking-${name}`)?.getAttribute('value');

/** The query string of a return flight for a family, whose days no other test uses. */
function newSearch(changes: Partial<FlightQuery> = {}): string {
  counter += 1;
  const day = (offset: number) => new Date(Date.UTC(2031, 0, counter + offset)).toISOString().slice(0, 10);
  return queryParams({
    origin: 'RUH',
    destination: 'BER',
    departDate: day(0),
    returnDate: day(14),
    adults: 2,
    children: 1,
    infants: 0,
    travelClass: 'C',
    ...changes,
  }).toString();
}

/** Searches, and follows the links from the first flight on the list to the form. */
async function openForm(siteUrl: string, language: Language, search: string) {
  const list = await waitFor(async () => {
    const page = await get(`${siteUrl}/${language}/search/flights?${search}`);
    return page.document.querySelector('a[href*="/flights/"]') !== null && page;
  });
  const flight = await get(siteUrl + linkIn(list, '/flights/'));
  const path = linkIn(flight, '/book-flight');
  return { list, flight, path, form: await get(siteUrl + path) };
}

const needs = {
  assistance: ['wheelchair_seat', 'oxygen'],
  condition: 'Stroke in May',
  passenger_names: 'AHMAD ALI\nMARYAM ALI',
  payer: 'insurer',
};

describe.each(languageCodes)('a flight to book in %s', (language) => {
  const { forms, receipt: receiptTexts, booking } = texts[language];

  test('leads from the list to the form, the receipt and the desk, which receives every field', async () => {
    const searchedAt = Date.now();
    const { form, path } = await openForm(enquirySite.site.url, language, newSearch());
    expect(form.headers.get('Cache-Control')).toBe('no-store');
    expect(form.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(form.text).toContain(booking.form.heading_flight);
    expect(form.text).not.toContain(booking.flight.sample);
    const { flights = '', price = '', seller = '', ...others } = carried(form);
    expect(flights).toMatch(
      /^[A-Z0-9]{2} \d+ · 2031-\d\d-\d\d · RUH \d\d:\d\d → [A-Z]{3}(?: 2031-\d\d-\d\d)? \d\d:\d\d\n/,
    );
    expect(price).toMatch(/^[\d,.]+ [A-Z]{3}$/);
    expect(others).toMatchObject({ adults: '2', children: '1', infants: '0', cabin: 'C' });
    expect(Number(others.price_seen_at)).toBeGreaterThanOrEqual(searchedAt);
    expect(Number(others.price_seen_at)).toBeLessThanOrEqual(Date.now());
    const legs = flights.split('\n').flatMap((line) => [line.split(' · ')[0] ?? '', line.split(' · ')[2] ?? '']);
    for (const part of [...legs, price, seller]) expect(form.text).toContain(part);
    const chat = form.document.querySelector('#chosen-flight a[href^="https://wa.me/"]')?.getAttribute('href') ?? '';
    expect(new URL(chat).searchParams.get('text')).toContain(`${flights}\n`);

    const person = createPerson();
    const response = await post(enquirySite.site.url + path, { ...carried(form), ...needs, ...person }, [
      { name: 'report.pdf', bytes: pdf(900) },
    ]);
    expect(response.status).toBe(303);
    const [call] = enquirySite.acceptedFor(person.name);
    expect(call).toMatchObject({
      path: '/contact',
      purpose: 'enquiry',
      privacyNotice: 'flight-booking-2026-11-24',
      files: [{ name: 'report.pdf' }],
    });
    const { message = '' } = fieldsOf(call);
    for (const line of [...flights.split('\n'), price, `Verkauft von: ${seller}`, 'Stroke in May', 'MARYAM ALI'])
      expect(message).toContain(line);
    expect(message).toContain('Unterwegs benötigt: Rollstuhl bis zum Sitz (WCHC), Sauerstoff');
    expect(message).toContain('Formular der Airline (MEDIF): Erforderlich');
    expect(message).toContain('Erwachsene: 2');
    expect(message).toContain('Klasse: Business');
    expect(message).not.toContain('Beispielflug');

    const address = response.headers.get('Location') ?? '';
    const receipt = await get(address);
    expect(receipt.text).toContain(receiptTexts.next_offer);
    for (const text of [flights.split('\n')[0] ?? '', price, receiptTexts.choice.wheelchair_seat, 'AHMAD ALI'])
      expect(receipt.text).toContain(text);
    await post(`${address}/delete`, {});
    expect((await fetch(address)).status).toBe(410);
  });

  test('is kept by a form with errors, even if its search has been forgotten in the meantime', async () => {
    const { form } = await openForm(enquirySite.site.url, language, newSearch());
    const elsewhere = `${enquirySite.site.url}/${language}/book-flight?search=forgotten&offer=x`;
    const rejected = await readPage(await post(elsewhere, { ...carried(form), ...needs, name: '', phone: '12' }));
    expect(rejected.status).toBe(400);
    expect(rejected.errors).toEqual([
      { text: forms.form.name_required, target: '#flight-booking-name' },
      { text: forms.form.phone_invalid, target: '#flight-booking-phone' },
    ]);
    expect(rejected.text).toContain(booking.form.heading_flight);
    const { 'form-key': _key, ...kept } = carried(rejected);
    const { 'form-key': _noKey, ...sent } = carried(form);
    expect(kept).toEqual(sent);
    const chosen = rejected.document.querySelectorAll('main input[checked], main option[selected]');
    expect(chosen.map((choice) => choice.getAttribute('value'))).toEqual(['wheelchair_seat', 'oxygen', 'insurer']);
    const person = createPerson();
    expect((await post(elsewhere, { ...carried(rejected), ...hiddenFields(rejected), ...person })).status).toBe(303);
    expect(fieldsOf(enquirySite.acceptedFor(person.name)[0]).message).toContain(sent.flights?.split('\n')[0]);
  });

  test('whose search is gone is described in text fields, prefilled from the address', async () => {
    const form = await get(
      `${enquirySite.site.url}/${language}/book-flight?${newSearch({ departDate: '2031-05-09', returnDate: '2031-05-20' })}&search=x&offer=y`,
    );
    expect(form.text).toContain(booking.form.heading);
    const values = ['origin', 'destination', 'dates', 'adults', 'children'].map((name) => valueOf(form, name));
    expect(values).toEqual([
      ...(language === 'ar' ? ['الرياض (RUH)', 'برلين (BER)'] : ['Riyadh (RUH)', 'Berlin (BER)']),
      ...['09/05/2031 – 20/05/2031', '2', '1'],
    ]);
    expect(form.document.querySelector('#flight-booking-cabin option[selected]')?.getAttribute('value')).toBe('C');
    const missing = await readPage(await post(`${enquirySite.site.url}/${language}/book-flight`, createPerson()));
    expect(missing.errors.map(({ target }) => target)).toEqual([
      '#flight-booking-origin',
      '#flight-booking-destination',
    ]);

    const person = createPerson();
    const journey = { origin: 'الدمام', destination: 'Hamburg', dates: 'بعد رمضان' };
    expect((await post(`${enquirySite.site.url}/${language}/book-flight`, { ...person, ...journey })).status).toBe(303);
    expect(fieldsOf(enquirySite.acceptedFor(person.name)[0]).message).toContain('Wann: بعد رمضان');
  });

  test('can also be requested on the page before the partner’s site', async () => {
    const { list } = await openForm(enquirySite.site.url, language, newSearch());
    const handOff = await get(enquirySite.site.url + linkIn(list, '/deeplink'));
    const form = await get(enquirySite.site.url + linkIn(handOff, '/book-flight'));
    expect(carried(form)).toHaveProperty('flights');
  });

  test('that is a sample is labelled as one, and never offered for immediate booking', async () => {
    const { list, flight, path, form } = await openForm(samples.url, language, newSearch());
    for (const { text } of [list, flight]) expect(text).not.toContain(texts[language].flights.offer.book);
    expect(list.text).toContain(texts[language].flights.offer.show);
    expect(form.text).toContain(booking.flight.sample);
    const person = createPerson();
    const response = await post(samples.url + path, { ...carried(form), ...person });
    expect(response.status).toBe(303);
    const receipt = await get(response.headers.get('Location') ?? '');
    expect(receipt.text).toContain(receiptTexts.row.sample_flight);
    const [reference = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(receipt.text) ?? [];
    const shown = await runEnquiries(samples, 'show', reference, '--json');
    const { flights, price } = carried(form);
    expect(JSON.parse(shown.output)).toMatchObject({
      kind: 'flight-booking',
      fields: { name: person.name, isSample: true, flights, price, adults: 2 },
    });
  });
});

describe('a site without a flight supplier', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ env: { FLIGHTS: 'none' } });
  });
  afterAll(() => site.close());

  test.each(languageCodes)('asks in %s for dates and places instead of searching', async (language) => {
    const { booking } = texts[language];
    const search = `/${language}/search/flights?${newSearch({ returnDate: '2031-06-01' })}`;
    const response = await fetch(site.url + search, { redirect: 'manual' });
    expect(response.status).toBe(302);
    const form = await get(site.url + (response.headers.get('Location') ?? ''));
    expect(form.text).toContain(booking.form.heading);
    expect(valueOf(form, 'destination')).toContain('(BER)');
    expect(valueOf(form, 'dates')).toMatch(/ – 01\/06\/2031$/);
    const plain = await fetch(`${site.url}/${language}/search/flights`, { redirect: 'manual' });
    expect(plain.headers.get('Location')).toBe(`/${language}/book-flight`);
  });

  test('names a whole city or country in words', async () => {
    const params = new URLSearchParams({ origin: 'LON', destination: 'DE-ALL' });
    const form = await get(`${site.url}/en/book-flight?${params.toString()}`);
    expect(valueOf(form, 'origin')).toBe('London, all airports');
    expect(valueOf(form, 'destination')).toContain('Germany');
  });

  test.each(['', '/services/booking'])('links to the form instead of showing the search at /en%s', async (path) => {
    const page = await get(`${site.url}/en${path}`);
    expect(page.document.querySelector('#search-flights a')?.getAttribute('href')).toBe('/en/book-flight');
    expect(page.document.querySelector('form[action$="/search/flights"]')).toBeNull();
  });
});
