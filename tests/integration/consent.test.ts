import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Consent,
  consentCookie,
  essentialConsent,
  fullConsent,
  readConsentCookie,
} from '../../app/consent/consent.ts';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import enCommon from '../../locales/en/common.json' with { type: 'json' };
import en from '../../locales/en/consent.json' with { type: 'json' };
import { formData, send, validRequest } from '../support/evacuation-request.ts';
import { everyPage } from '../support/every-page.ts';
import { pdf } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { asResponse, rawRequest } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ consent, frame }) => ({ ...consent, frame }));

let site: Site;
let publicSite: Site;
beforeAll(async () => {
  site = await startSite({ env: { ANALYTICS_ID: 'G-TEST123' } });
  publicSite = await startSite({ env: { SITE_URL: 'https://www.site.example' } });
});
afterAll(() => Promise.all([site.close(), publicSite.close()]));

const cookieOf = (consent: Consent) => consentCookie(consent, false).split(';')[0] ?? '';

/** Opens a page with a cookie. */
async function getPage(path: string, cookie = ''): Promise<Page> {
  return readPage(await fetch(site.url + path, { headers: { Cookie: cookie } }));
}

/** Posts cookie preferences. */
async function choose(
  fields: Record<string, string>,
  {
    target = site,
    host,
    language = 'en',
    cookie = '',
  }: { target?: Site; host?: string; language?: Language; cookie?: string } = {},
): Promise<Response> {
  const headers = {
    Cookie: cookie,
    'Content-Type': 'application/x-www-form-urlencoded',
    ...(host ? { Host: host } : {}),
  };
  const body = new URLSearchParams(fields).toString();
  return asResponse(
    await rawRequest(`${target.url}/${language}/cookie-preferences`, { method: 'POST', headers, body }),
  );
}

/** Returns the consent that a response stores in the browser. */
const consentStoredBy = (response: Response) =>
  readConsentCookie(response.headers.getSetCookie()[0]?.split(';')[0] ?? null);

const hasBanner = (page: Page) => page.document.querySelector('[data-consent-banner]') !== null;

describe('a cookie choice', () => {
  test.each([
    ['accept', { intent: 'consent-accept' }, fullConsent],
    ['deny', { intent: 'consent-deny', analytics: 'on', marketing: 'on' }, essentialConsent],
    ['save', { intent: 'consent-save', analytics: 'on' }, { ...essentialConsent, analytics: true }],
    ['save nothing', { intent: 'consent-save' }, essentialConsent],
    [
      'save with the Enter key, in a browser that sends no button',
      { marketing: 'on' },
      { ...essentialConsent, marketing: true },
    ],
    [
      'save with values that no checkbox sends',
      { intent: 'consent-save', analytics: 'off', marketing: 'false' },
      essentialConsent,
    ],
  ])('%s', async (_name, fields, expected) => {
    const response = await choose(fields);
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe(`${site.url}/en/cookie-preferences?saved`);
    expect(consentStoredBy(response)).toEqual(expected);
  });

  test('reset removes the choice', async () => {
    const response = await choose({ intent: 'consent-reset' }, { cookie: cookieOf(fullConsent) });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const page = await readPage(
      await fetch(`${site.url}/en/cookie-preferences?saved`, { headers: { Cookie: cookie } }),
    );
    expect(page.text).toContain(en.said.forgotten);
    expect(hasBanner(await getPage('/en/about', cookie))).toBe(true);
  });

  test.each([
    ['another button', 'application/x-www-form-urlencoded', 'intent=switch-language'],
    ['a JSON body', 'application/json', '{"intent":"consent-accept"}'],
    ['an oversized body', 'application/x-www-form-urlencoded', `intent=consent-accept&x=${'x'.repeat(100_000)}`, 413],
  ])('%s changes nothing', async (_name, type, body, status = 303) => {
    const response = await fetch(`${site.url}/ar/cookie-preferences`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
      redirect: 'manual',
    });
    expect([response.status, response.headers.getSetCookie()]).toEqual([status, []]);
  });
});

test('the cookie is valid for 180 days on the whole site, and Secure over HTTPS', async () => {
  const [cookie] = (await choose({ intent: 'consent-accept' })).headers.getSetCookie();
  expect(cookie).toMatch(/^cookieConsent=%7B[^;]+; Path=\/; Max-Age=15552000; SameSite=Lax$/);
  const secure = await choose({ intent: 'consent-accept' }, { target: publicSite, host: 'www.site.example' });
  expect(secure.headers.getSetCookie()).toEqual([`${cookie}; Secure`]);
  expect(secure.headers.get('Location')).toBe('https://www.site.example/en/cookie-preferences?saved');
});

test('a choice redirects to the page it was made on, and never to another site', async () => {
  const redirectFor = async (path: string) =>
    (await choose({ intent: 'consent-deny', back: path })).headers.get('Location');
  expect(await redirectFor('/ar/search/flights?origin=RUH&page=2')).toBe(
    `${site.url}/ar/search/flights?origin=RUH&page=2`,
  );
  const otherSites = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'https://evil.example',
  ];
  for (const path of [...otherSites, '/.//evil.example', ' //evil.example', '']) {
    expect(await redirectFor(path), path).toBe(`${site.url}/en/cookie-preferences?saved`);
  }
});

test('withdrawing consent to analytics removes its cookies, even without a script', async () => {
  const cookie = '_ga=GA1.1.1; language=en; _ga_TEST123=GS1';
  for (const intent of ['consent-deny', 'consent-reset', 'consent-save']) {
    const [, ...expired] = (
      await choose({ intent }, { cookie, target: publicSite, host: 'www.site.example' })
    ).headers.getSetCookie();
    expect(new Set(expired.map((line) => line.split('=')[0]))).toEqual(new Set(['_ga', '_ga_TEST123']));
    expect(expired).toContain('_ga=; Path=/; Max-Age=0; Domain=site.example');
  }
  expect((await choose({ intent: 'consent-accept' }, { cookie })).headers.getSetCookie()).toHaveLength(1);
});

describe.each(languageCodes)('the preferences in %s', (language) => {
  const t = texts[language];
  const path = pathIn(language, '/cookie-preferences');

  test.each([
    [essentialConsent, t.holds.none],
    [fullConsent, t.holds.both],
    [{ ...essentialConsent, analytics: true }, t.holds.analytics],
    [{ ...essentialConsent, marketing: true }, t.holds.marketing],
  ])('show the current choice and confirm a new one: %j', async (consent, confirmation) => {
    const page = await getPage(`${path}?saved`, cookieOf(consent));
    const box = (name: string) => page.document.querySelector(`input[type=checkbox][name=${name}]`);
    expect([box('analytics')?.hasAttribute('checked'), box('marketing')?.hasAttribute('checked')]).toEqual([
      consent.analytics,
      consent.marketing,
    ]);
    expect(page.document.querySelector('main [role=status]')?.textContent).toContain(confirmation);
    expect((await getPage(path, cookieOf(consent))).document.querySelector('main [role=status]')).toBeNull();
  });

  test('are not cached, list what is stored, and show no second banner', async () => {
    const page = await getPage(path);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('ETag')).toBeNull();
    for (const name of ['language', 'cookieConsent', 'kept-form', 'upload', 'sent', 'last-sent', '_ga'])
      expect(page.text).toContain(name);
    expect(page.document.querySelectorAll('button[value=consent-accept]')).toHaveLength(1);
  });

  test('are linked from the menu, the footer and the cookies policy', async () => {
    const policy = await getPage(pathIn(language, '/cookies-policy'));
    for (const section of ['[data-menu]', 'footer', 'main'])
      expect(policy.document.querySelector(`${section} a[href="${path}"]`), section).not.toBeNull();
  });
});

describe('the banner', () => {
  test('is on every page, including error pages, until a choice is made', async () => {
    const addresses = [
      ...everyPage.map(({ address }) => address),
      '/en/nothing',
      '/ar/search/flights',
      '/en/flights/x',
    ];
    const addressesWithBanner = addresses.filter((address) => !address.endsWith('/cookie-preferences'));
    for (const address of addressesWithBanner) {
      const page = await getPage(address);
      expect(hasBanner(page), address).toBe(true);
      expect(hasBanner(await getPage(address, cookieOf(essentialConsent))), address).toBe(false);
    }
  });

  test.each(languageCodes)('gives accepting and declining the same weight, in %s', async (language) => {
    const banner = (await getPage(pathIn(language, '/about'))).document.querySelector('[data-consent-banner]');
    const [accept, deny, ...others] = banner?.querySelectorAll('button') ?? [];
    expect(others).toEqual([]);
    expect([accept?.textContent, deny?.textContent]).toEqual([
      texts[language].frame.consent.accept,
      texts[language].frame.consent.deny,
    ]);
    expect(accept?.getAttribute('class')).toBe(deny?.getAttribute('class'));
    expect(banner?.querySelector('form')?.getAttribute('action')).toBe(pathIn(language, '/cookie-preferences'));
    expect(banner?.querySelector('input[name=back]')?.getAttribute('value')).toBe(pathIn(language, '/about'));
  });

  test('keeps the query of the page that it returns to', async () => {
    const page = await getPage('/en/search/flights?origin=RUH&x=%26');
    expect(page.value('back')).toContain('/en/search/flights?origin=RUH');
  });

  test.each([
    ['/ar', 'evacuation'],
    ['/en/services/evacuation', 'evacuation'],
    ['/ar/services/booking', 'booking'],
    ['/en/contact', 'contact'],
    ['/ar/medical-flight/incubator', 'medical-flight'],
    ['/en/treatment/request', 'treatment'],
  ])('on %s is part of the form %s', async (path, form) => {
    const page = await getPage(path);
    for (const button of page.document.querySelectorAll('[data-consent-banner] button'))
      expect(button.getAttribute('form')).toBe(form);
    expect(page.document.querySelector(`form#${form}`)).not.toBeNull();
  });

  test.each(['/ar/about', '/en/contact/nothing'])('on %s belongs to no form', async (path) => {
    const page = await getPage(path);
    for (const button of page.document.querySelectorAll('[data-consent-banner] button'))
      expect(button.getAttribute('form')).toBeUndefined();
  });

  test.each(['consent-accept', 'consent-deny'])(
    'submits the page’s form without losing any input: %s',
    async (intent) => {
      const request = validRequest({ email: 'not yet' });
      const response = await fetch(`${site.url}/en/services/evacuation`, {
        method: 'POST',
        body: formData({ ...request, intent }, [{ name: 'report.pdf', bytes: pdf(900) }]),
      });
      expect(consentStoredBy(response)).toEqual(intent === 'consent-accept' ? fullConsent : essentialConsent);
      const page = await readPage(response);
      expect(page.status).toBe(200);
      for (const [name, value] of Object.entries(request)) expect(page.value(name)).toBe(value);
      expect(page.text).toContain('report.pdf');
      expect(page.errors).toEqual([]);
      expect(page.document.querySelector('[role=status]')?.textContent).toContain(enCommon.consent.saved);
      expect(hasBanner(page)).toBe(false);
      expect(page.headers.get('Cache-Control')).toBe('no-store');
    },
  );

  test.each(['/ar/contact', '/en/services/booking', '/en/medical-flight/air-ambulance?wording=ru', '/ar?index'])(
    'has buttons that are handled by the action of %s',
    async (path) => {
      const body = formData({ intent: 'consent-deny' });
      const response = await fetch(site.url + path, { method: 'POST', body });
      expect([response.status, consentStoredBy(response)]).toEqual([200, essentialConsent]);
    },
  );

  test('on a receipt is part of the documents form, which keeps its files; on an erased receipt it is a form of its own', async () => {
    const receipt = (await send(site)).headers.get('Location') ?? '';
    const page = await readPage(await fetch(receipt));
    expect(page.document.querySelector('[data-consent-banner] button')?.getAttribute('form')).toBe('documents');
    const body = formData({ kind: 'documents', intent: 'consent-deny' }, [{ name: 'later.pdf', bytes: pdf(700) }]);
    const response = await fetch(receipt, { method: 'POST', body });
    expect(consentStoredBy(response)).toEqual(essentialConsent);
    expect((await readPage(response)).text).toContain('later.pdf');
    await fetch(`${receipt}/delete`, { method: 'POST' });
    const erased = await readPage(await fetch(receipt));
    expect(erased.status).toBe(410);
    expect(erased.document.querySelector('[data-consent-banner] button')?.getAttribute('form')).toBeUndefined();
  });
});

describe('the analytics script', () => {
  const analyticsIdOf = (page: Page) => page.document.querySelector('meta[name=analytics]')?.getAttribute('content');

  test('has its ID on every public page, whatever the choice, but no page loads it', async () => {
    for (const { address } of everyPage) {
      for (const cookie of ['', cookieOf(fullConsent)]) {
        const page = await getPage(address, cookie);
        expect(analyticsIdOf(page), address).toBe('G-TEST123');
        expect(page.html).not.toContain('googletagmanager');
        expect(page.document.querySelectorAll('script[src*=analytics]')).toEqual([]);
      }
    }
  });

  test('has no ID on visitors’ own pages, error pages or responses to a form', async () => {
    const receipt = (await send(site)).headers.get('Location') ?? '';
    const paths = ['', '/delete', '/sheet'].map((suffix) => new URL(receipt).pathname + suffix);
    const others = ['/en/nothing', '/en/search/flights', '/ar/flights/x', '/en/help-center?q=visa', '/deeplink'];
    for (const path of [...paths, ...others])
      expect(analyticsIdOf(await getPage(path, cookieOf(fullConsent))), path).toBeUndefined();
    const response = await fetch(`${site.url}/en/contact`, { method: 'POST', body: new FormData() });
    expect(analyticsIdOf(await readPage(response))).toBeUndefined();
  });

  test('has no ID on any page of a site without one', async () => {
    const page = await readPage(await fetch(`${publicSite.url}/ar`));
    expect(analyticsIdOf(page)).toBeUndefined();
  });
});
