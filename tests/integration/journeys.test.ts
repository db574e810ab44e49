import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import type { JourneyView } from '../../app/places/journey/journey-view.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { readPage } from '../support/page.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => enquirySite.close());

const get = (path: string) => fetch(enquirySite.site.url + path);
const post = (path: string, fields: Record<string, string>) =>
  fetch(enquirySite.site.url + path, { method: 'POST', body: formData(fields), redirect: 'manual' });

/** What a page shows of a journey, in lines; undefined if it shows none. */
async function journeyOn(response: Response) {
  const { document } = await readPage(response);
  const figure = document.querySelector('figure.journey-figure');
  return (
    figure && Array.from(figure.querySelectorAll('figcaption, dd > p:first-child'), ({ textContent }) => textContent)
  );
}

const inEnglish = [
  'The journey at a glance',
  'about 4,000 km',
  'about 7 hours',
  'about 6 hours',
  'Munich is 1 hour behind',
];
const inArabic = ['الرحلة في لمحة', 'نحو 4,000 كم', 'نحو 7 ساعات', 'نحو 6 ساعات', 'توقيت ميونخ متأخر ساعة واحدة'];
const inRussian = [
  'Перелёт: главное',
  'около 4\u00a0000 км',
  'около 7 часов',
  'около 6 часов',
  'Мюнхен: на 1 час меньше',
];
const inLanguage = { en: inEnglish, ar: inArabic };

/** The date is in summer: with daylight saving time, Munich is one hour behind Riyadh. */
const places = 'origin=Riyadh&destination=MUC&date=2031-07-01';

/** The pages with a form for a flight, without the language. */
const formPaths = ['', '/services/evacuation', '/medical-flight/air-ambulance', '/medical-flight/incubator'];

describe.each(languageCodes)('the journey, in %s', (language) => {
  test.each(formPaths)('is shown, and the form filled in, if the address names both places: %s', async (path) => {
    const address = `/${language}${path}`;
    const before = await get(address);
    const page = await get(`${address}?${places}`);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
    const { document } = await readPage(page.clone());
    const valueOf = (name: string) =>
      document.querySelector(`main form[method=post] [name=${name}]`)?.getAttribute('value');
    expect(['origin', 'destination', 'date'].map(valueOf)).toEqual(['Riyadh', 'MUC', '2031-07-01']);
    expect(await journeyOn(page)).toEqual(inLanguage[language]);

    // The page for everyone else comes from the cache.
    const after = await get(address);
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'));
    expect(await journeyOn(after)).toBeNull();
  });

  test('is shown after a POST that keeps what was entered, without JavaScript', async () => {
    const path = `/${language}/medical-flight/air-ambulance`;
    const entered = {
      origin: 'RUH',
      destination: 'München',
      date: '01/07/2031',
      name: 'A <b>',
      intent: 'show-journey',
    };
    const response = await post(path, entered);
    expect(response.status).toBe(200);
    const { document, errors } = await readPage(response.clone());
    expect(errors).toEqual([]);
    expect(document.querySelector('[name=name]')?.getAttribute('value')).toBe('A <b>');
    expect(await journeyOn(response)).toEqual(inLanguage[language]);
  });
});

test('the Russian form shows the journey in Russian', async () => {
  const page = await get(`/en/medical-flight/air-ambulance?wording=ru&${places}`);
  expect(await journeyOn(page)).toEqual(inRussian);
});

test('a journey that we do not know is not shown, and a visitor who asks for it is told so', async () => {
  const path = '/en/services/evacuation';
  expect(await journeyOn(await get(`${path}?origin=Atlantis&destination=MUC`))).toBeNull();
  const asked = await post(path, { origin: 'Atlantis', destination: 'MUC', intent: 'show-journey' });
  expect((await readPage(asked)).text).toContain('We cannot show this journey');
  const undecided = await post(path, { origin: 'RUH', destination: 'MUC', destination_open: 'on' });
  expect(await journeyOn(undecided)).toBeNull();
});

test('hostile place names are shown as text', async () => {
  const page = await (
    await get(`/en?origin=${encodeURIComponent('"><script>alert(1)</script>')}&destination=MUC`)
  ).text();
  expect(page).not.toContain('<script>alert');
});

test('the form for ground transport shows no flight', async () => {
  expect(await journeyOn(await get(`/en/medical-flight/ground-ambulance?${places}`))).toBeNull();
});

describe('the receipt', () => {
  const sentAs = async (path: string, changes: Record<string, string>) => {
    const sample = everyForm.find((form) => form.path === path);
    const response = await post(`/en${path}`, { ...sample?.valid(), ...changes });
    expect(response.status).toBe(303);
    return fetch(response.headers.get('Location') ?? '');
  };
  const known = { origin: 'الرياض', destination: 'Munich', date: '2031-07-01' };

  test('shows the journey, in the language of the form', async () => {
    expect(await journeyOn(await sentAs('/services/evacuation', known))).toEqual(inEnglish);
    expect(await journeyOn(await sentAs('/medical-flight/air-ambulance?wording=ru', known))).toEqual(inRussian);
  });

  test('shows none for ground transport, without a destination, or between places that we do not know', async () => {
    expect(await journeyOn(await sentAs('/medical-flight/ground-ambulance', known))).toBeNull();
    expect(await journeyOn(await sentAs('/services/evacuation', { ...known, destination_open: 'on' }))).toBeNull();
    expect(await journeyOn(await sentAs('/services/evacuation', { ...known, origin: 'Atlantis' }))).toBeNull();
  });
});

describe('the journeys for scripts', () => {
  const load = (fields: string) =>
    fetch(`${enquirySite.site.url}/journeys`, { method: 'POST', body: new URLSearchParams(fields) });

  test('are described in the language of the form, and not cached', async () => {
    const response = await load(`${places}&names=en`);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { heading, facts } = (await response.json()) as JourneyView;
    expect([heading, ...facts.map(({ text }) => text)]).toEqual(inEnglish);
  });

  test('are null if we do not know them, and not found without a known language', async () => {
    expect(await (await load('origin=Atlantis&destination=MUC&names=en')).json()).toBeNull();
    expect(await (await load('names=en')).json()).toBeNull();
    expect([(await load(places)).status, (await load(`${places}&names=xx`)).status]).toEqual([404, 404]);
  });

  test('must be requested by POST, because the places must not be in an address', async () => {
    expect((await get(`/journeys?${places}&names=en`)).status).toBe(400);
  });
});
