import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { familyMailTexts } from '../../app/enquiries/correspondence/family-mail-texts.ts';
import { formOnlyCodes, languageCodes, languages, pathIn } from '../../app/i18n/languages.ts';
import ruCommon from '../../locales/ru/common.json' with { type: 'json' };
import ruReceipt from '../../locales/ru/receipt.json' with { type: 'json' };
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { foreignTexts } from '../support/foreign-texts.ts';
import { pdf } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';

const company = 'Berlin Medical Bridge';
const names = [
  company,
  ...[
    'Musterstraße 1, 10115 Berlin',
    'care@example.com',
    'report.pdf',
    'report.exe',
    'cookie language',
    'cookie sent',
    'last-sent',
    'form-key',
  ],
];

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({
    env: { COMPANY_NAME: company, COMPANY_ADDRESS: 'Musterstraße 1, 10115 Berlin' },
  });
});
afterAll(() => enquirySite.close());

const get = async (path: string) => readPage(await fetch(new URL(path, enquirySite.site.url)));
const post = (path: string, fields: Record<string, string>, files: SentFile[] = []) =>
  fetch(new URL(path, enquirySite.site.url), { method: 'POST', body: formData(fields, files), redirect: 'manual' });

/** Expects a page to be in Russian from its title to its footer. */
function expectRussian(page: Page, status = 200): void {
  expect(page.status).toBe(status);
  const html = page.document.querySelector('html');
  expect([html?.getAttribute('lang'), html?.getAttribute('dir')]).toEqual(['ru', 'ltr']);
  expect(page.headers.get('Content-Language')).toBe('ru');
  expect(page.title).toMatch(/^[^A-Za-z]*\p{Script=Cyrillic}/u);
  expect(page.text.length).toBeGreaterThan(500);
  expect(foreignTexts(page, 'ru', names)).toEqual([]);
}

test('the menus mark the current page, and only that', async () => {
  const marked = async (path: string) =>
    (await get(`/en${path}?wording=ru`)).document
      .querySelectorAll('nav a[aria-current=page]')
      .map((link) => link.getAttribute('href'));
  const onAirAmbulance = await marked('/medical-flight/air-ambulance');
  expect(onAirAmbulance.length).toBeGreaterThan(0);
  expect(new Set(onAirAmbulance)).toEqual(new Set(['/en/medical-flight/air-ambulance?wording=ru']));
  expect(await marked('/call-back')).toEqual([]);
});

let counter = 0;
const person = () => ({
  name: `Иван Петров ${(counter += 1)}`,
  phone: '+7 701 123 45 67',
  email: 'ivan@example.com',
});
const flight = () => ({ ...person(), origin: 'Москва', destination: 'Эр-Рияд', condition: 'Инсульт, в сознании' });

const forms = [
  { path: '/contact', required: 3, valid: () => ({ ...person(), message: 'Нужна операция' }) },
  {
    path: '/services/evacuation',
    required: 5,
    valid: () => ({ ...flight(), urgency: 'urgent', reach_by: 'whatsapp' }),
  },
  { path: '/medical-flight/air-ambulance', required: 6, valid: flight },
  {
    path: '/medical-flight/incubator',
    required: 6,
    valid: () => ({ ...flight(), newborn_age: '3', newborn_gestation: '32+4', newborn_ventilated: 'yes' }),
  },
  { path: '/call-back', required: 1, valid: () => ({ ...person(), when: 'time', time: '10:30', zone: 'Asia/Almaty' }) },
];
/** The query of a link that fills in a journey. */
const journey = 'origin=RUH&destination=MUC';

describe.each(languageCodes)('below /%s', (language) => {
  const addresses = languages.ru.pages.map((page) => `${pathIn(language, page)}?wording=ru`);
  test.each(addresses)('%s is in Russian', async (address) => {
    expectRussian(await get(address));
  });
});

test.each(forms)('the errors of $path are in Russian', async ({ path, required }) => {
  const address = pathIn('ru', path);
  const empty = await readPage(await post(address, {}));
  expect(empty.errors).toHaveLength(required);
  expectRussian(empty, 400);
  const fields = {
    ...person(),
    ...{
      date: '1.1.',
      patient_age: 'x',
      patient_weight: '?',
      with_companion: 'on',
      phone: '1',
      when: 'time',
      time: '?',
    },
    ...{ newborn_age: 'x', newborn_gestation: '?', newborn_birth_weight: 'x' },
  };
  expectRussian(await readPage(await post(address, fields, [{ name: 'report.exe', bytes: Buffer.from('MZ') }])), 400);
});

test.each(['/services/evacuation', '/medical-flight/air-ambulance'])(
  'the journey on %s is in Russian',
  async (path) => {
    const address = pathIn('ru', path);
    const filledIn = await get(`${address}&${journey}`);
    const shown = await readPage(
      await post(address, { origin: 'Алматы', destination: 'Мюнхен', intent: 'show-journey', date: '01/07/2031' }),
    );
    const unknown = await readPage(await post(address, { origin: 'Атлантида', intent: 'show-journey' }));
    for (const page of [filledIn, shown]) {
      expect(page.document.querySelector('figure.journey-figure')).not.toBeNull();
    }
    for (const page of [filledIn, shown, unknown]) expectRussian(page);
  },
);

test('the urgent form continues in the detailed one, in Russian', async () => {
  const { document } = await get(pathIn('ru', '/services/evacuation'));
  const detailed = document.querySelector('[formaction*="air-ambulance"]');
  expect(detailed?.getAttribute('formaction')).toBe(`${pathIn('ru', '/medical-flight/air-ambulance')}#request`);
  const page = await readPage(await post(pathIn('ru', '/medical-flight/air-ambulance'), { ...flight(), intent: 'x' }));
  expectRussian(page);
});

test('after a failed delivery, the form says in Russian that the company does not have it yet', async () => {
  enquirySite.api.setBehaviour('error');
  const page = await readPage(await post(pathIn('ru', '/services/evacuation'), flight()));
  enquirySite.api.setBehaviour('ok');
  expectRussian(page, 502);
});

test.each(forms)('the page of a request from $path is in Russian until it is erased', async ({ path, valid }) => {
  const fields = valid();
  const sent = await post(pathIn('ru', path), fields, [{ name: 'report.pdf', bytes: pdf(2000) }]);
  expect(sent.status).toBe(303);
  expect(fieldsOf(enquirySite.acceptedFor(fields.name)[0])).toMatchObject({ language: 'en' });
  const { pathname } = new URL(sent.headers.get('Location') ?? '');
  const cookie =
    sent.headers
      .getSetCookie()
      .find((header) => header.startsWith('sent='))
      ?.split(';')[0] ?? '';
  expectRussian(await readPage(await fetch(enquirySite.site.url + pathname, { headers: { Cookie: cookie } })));
  for (const page of [pathname, `${pathname}/delete`, `${pathname}/sheet`]) expectRussian(await get(page));
  // The language of a request does not depend on the address.
  expectRussian(await get(pathname.replace('/en/', '/ar/')));
  expectRussian(await readPage(await post(pathname, { kind: 'documents' })), 400);
  expectRussian(await readPage(await post(pathname, { kind: 'details', name: '', phone: 'x', email: 'x' })), 400);

  const erased = await post(`${pathname}/delete`, { confirm: 'yes' });
  expect(erased.status).toBe(303);
  const gone = await get(erased.headers.get('Location') ?? '');
  expect(gone.heading).toBe(ruReceipt.erased.title);
  expectRussian(gone, 410);
});

test('places that were typed in Russian are understood, and shown with their Russian names', async () => {
  const fields = flight();
  const sent = await post(pathIn('ru', '/services/evacuation'), { ...fields, origin: 'Мекка' });
  const receipt = await get(sent.headers.get('Location') ?? '');
  expect(receipt.text).toContain('Мекка, Саудовская Аравия; ближайшие аэропорты: Джидда');
  expect(receipt.text).toContain('аэропорт Эр-Рияд, Саудовская Аравия');
  expect(fieldsOf(enquirySite.acceptedFor(fields.name)[0])).toMatchObject({ origin: 'Мекка', destination: 'RUH' });
});

test('an error page that Remix does not render is in Russian', async () => {
  const response = await fetch(new URL(pathIn('ru', '/contact'), enquirySite.site.url), {
    method: 'POST',
    headers: { Origin: 'https://elsewhere.example' },
    body: formData({}),
  });
  const page = await readPage(response);
  expect(page.status).toBe(403);
  expect([page.heading, page.document.querySelector('html')?.getAttribute('lang')]).toEqual([
    ruCommon.problem.forbidden.title,
    'ru',
  ]);
  expect(foreignTexts(page, 'ru', [company])).toEqual([]);
});

test('emails to a family contain no word in another language', () => {
  for (const text of Object.values<string>({ ...familyMailTexts.ru })) {
    expect(text.replace('{reference}', '')).not.toMatch(/[^\P{L}\p{Script=Cyrillic}]/u);
  }
});

describe('the language menu', () => {
  const linksTo = (page: Page, language: string) =>
    page.document
      .querySelectorAll(`[data-switch-language][lang=${language}]`)
      .map((control) => control.getAttribute('href') ?? control.getAttribute('formaction'));

  test.each([
    ['/ar', '/en/contact?wording=ru'],
    ['/en/about', '/en/contact?wording=ru'],
    ['/en/services/booking', '/en/contact?wording=ru'],
    ['/ar/services/evacuation', '/en/services/evacuation?wording=ru'],
    ['/en/medical-flight/incubator', '/en/medical-flight/incubator?wording=ru'],
    ['/ar/nothing', '/en/contact?wording=ru'],
  ])('leads from %s to %s', async (from, to) => {
    expect(linksTo(await get(from), 'ru')).toEqual([to, to]);
  });

  test.each(languageCodes)('leads from a Russian page to the same page in %s', async (language) => {
    const page = await get('/en/medical-flight/incubator?wording=ru');
    const target = pathIn(language, '/medical-flight/incubator');
    expect(linksTo(page, language)).toEqual([target, target]);
  });

  test('does not carry over a form to a page with a different one', async () => {
    const { document } = await get('/en/services/booking');
    expect(document.querySelectorAll('[data-switch-language][lang=ru][form]')).toEqual([]);
  });
});

test.each(forms)('$path links to its form in Russian', async ({ path }) => {
  const { document } = await get(pathIn('ar', path));
  const link = document.querySelector('main a[lang=ru]');
  const [href = '', id] = link?.getAttribute('href')?.split('#') ?? [];
  expect(href).toBe(pathIn('ru', path));
  expect((await get(href)).document.querySelector(`#${id} form`)).not.toBeNull();
});

test('a page that does not exist in Russian stays in the language of its address', async () => {
  const page = await get('/en/help-center?q=visa&wording=ru');
  expect(page.document.querySelector('html')?.getAttribute('lang')).toBe('en');
});

test('every link on a Russian page leads to a Russian page, or says in which language its page is', async () => {
  const sent = await post(pathIn('ru', '/call-back'), person());
  const receipt = new URL(sent.headers.get('Location') ?? '').pathname;
  const russian = [
    ...languages.ru.pages.map((page) => pathIn('ru', page)),
    ...[receipt, `${receipt}/delete`, `${receipt}/sheet`],
  ];
  const pages = await Promise.all(russian.map(get));
  const links = pages.flatMap(({ document }) => document.querySelectorAll('a[href^="/"]'));
  expect(links.length).toBeGreaterThan(100);
  const isRussian = (href: string) => russian.includes(href.split('#')[0] ?? '');
  const unmarked = links.filter(
    (link) =>
      !isRussian(link.getAttribute('href') ?? '') &&
      !link.hasAttribute('data-switch-language') &&
      !link.text.includes('на английском'),
  );
  expect(unmarked.map((link) => link.outerHTML)).toEqual([]);
});

describe('the check itself', () => {
  test('finds the texts of a page in another language', async () => {
    const english = await get('/en/contact');
    expect(foreignTexts(english, 'ru')).toEqual([]);
    english.document.querySelector('html')?.setAttribute('lang', 'ru');
    expect(foreignTexts(english, 'ru').length).toBeGreaterThan(50);
  });

  test.each([
    '<p>Call us</p>',
    '<p>Позвоните now</p>',
    '<img alt="A plane">',
    '<a aria-label="اتصل">1</a>',
    '<title>Contact</title>',
  ])('finds %s', async (html) => {
    const page = await readPage(new Response(`<html lang="ru">${html}</html>`));
    expect(foreignTexts(page, 'ru')).toHaveLength(1);
  });

  test('covers every form-only language', () => {
    expect(formOnlyCodes).toEqual(['ru']);
  });
});
