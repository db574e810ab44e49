import { parse } from 'node-html-parser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { expectOnlyKnownUrls, urlsIn } from '../support/inert-page.ts';
import { rawRequest } from '../support/raw-request.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
/** External origins that the site's own pages link to. */
const knownOrigins = new Set<string>();
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  for (const page of ['/en', '/ar', '/en/contact', '/en/imprint', '/en/press']) {
    const html = (await rawRequest(site.url + page)).body.toString();
    for (const { url } of urlsIn(parse(html), site.url + page)) {
      if (url instanceof URL && url.origin !== site.url) knownOrigins.add(url.protocol + url.host);
    }
  }
});
afterAll(() => site.close());
afterEach(() => expectUnharmed(site));

const isKnown = (url: URL) => knownOrigins.has(url.protocol + url.host);

/** Values that would lead to another origin if used as a URL or as part of one. */
const hostileValues = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/en/..//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'https:\\\\evil.example',
  'HTTPS://evil.example',
  'http://127.0.0.1@evil.example',
  '@evil.example',
  '/@evil.example',
  '//127.0.0.1@evil.example',
  '.evil.example',
  ':80@evil.example',
  'javascript:evil()',
  'JaVaScRiPt:evil()',
  'java\nscript:evil()',
  ' javascript:evil()',
  '\u0001javascript:evil()',
  'javascript://%0aevil()',
  'data:text/html,<script>evil()</script>',
  'vbscript:evil',
  'blob:evil',
  'file:///etc/passwd',
  'mailto:evil@evil.example',
  '/\uFF0Fevil.example',
  '\uFF0F\uFF0Fevil.example',
  '/\u2044evil.example',
  '\u2044\u2044evil.example',
  '/\u29F8evil.example',
  '//evil\u3002example',
  '/en\r\nLocation: https://evil.example',
  '/en\r\nSet-Cookie: evil=1',
  '/en\r\n\r\n<script>evil()</script>',
  '/en\u560A\u560DSet-Cookie: evil=1',
  '/en?x="><a href=//evil.example>',
  "/en#'><base href=//evil.example>",
  '/en/search/flights?origin=RUH"><a href="//evil.example',
  '/en/search/flights\\..\\..\\\\evil.example',
  '/en/search/flights?//evil.example',
  '/en/search/flights/..//evil.example?',
  '/en/search/flights?\r\nSet-Cookie: evil=1',
  `//evil.example/${'a'.repeat(1200)}`,
  `/${'/'.repeat(800)}evil.example`,
];

/** Escaped, percent-encoded once and twice, and with every byte encoded. */
const encodings: ((value: string) => string)[] = [
  (value) => encodeURI(value.replace(/[#&]/g, '')),
  encodeURIComponent,
  (value) => encodeURIComponent(encodeURIComponent(value)),
  (value) => Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
];

/**
 * Returns every value, encoded. An ordinary run rotates: each target gets each value in one encoding, and the next target
 * gets it in the next encoding. A soak tries each value in each encoding everywhere.
 */
function encodedValues(turn: number): string[] {
  const encoded = hostileValues.flatMap((value, index) =>
    encodings
      .filter((_encode, position) => scaleForSoak((index + turn) % encodings.length === position, true))
      .map((encode) => encode(value)),
  );
  return [...new Set(encoded)].filter((value) => value.length < 3800);
}

const search = 'origin=RUH&destination=FRA&depart_date=2031-03-26';

/** URLs whose query or path may affect a link or a redirect. */
const targets: [name: string, address: (value: string) => string][] = [
  ['the back link of a flight', (value) => `/en/flights/x?search=y&back=${value}`],
  ['the back link of a flight, given twice', (value) => `/en/flights/x?back=/en&back=${value}`],
  ['an unknown parameter', (value) => `/ar/cookie-preferences?back=${value}`],
  ['the language switch of a page', (value) => `/en/about?next=${value}`],
  ['the language switch of a missing page', (value) => `/en/nothing?next=${value}`],
  ['the language switch of a receipt', (value) => `/en/requests/AAAAAAAAAAAAAAAAAAAAAA?${value}`],
  ['the language of the hand-off', (value) => `/deeplink?locale=${value}`],
  ['the hand-off’s search', (value) => `/deeplink?locale=en&searchId=${value}&urlId=${value}`],
  ['the canonical address of a search', (value) => `/en/search/flights?${search}&carrier=${value}`],
  ['a repeated search', (value) => `/en/search/flights?${search}&again=${value}`],
  ['a search from an unknown place', (value) => `/en/search/flights?origin=${value}&destination=FRA`],
  ['the help centre search', (value) => `/en/help-center?q=${value}`],
  ['the language of a form', (value) => `/en/medical-flight/incubator?wording=${value}`],
  ['the root', (value) => `/?${value}`],
  ['a moved treatment', (value) => `/ar/treatment/oncology?${value}`],
  ['an unknown treatment', (value) => `/ar/treatment/${value}`],
  ['the treatments at their former URL', (value) => `/treatment/en?${value}`],
  ['a page in capitals', (value) => `/EN/About?${value}`],
  ['a page with a trailing slash', (value) => `/en/about/?${value}`],
  ['a prefix of a page', (value) => `/${value}/en/about`],
  ['a suffix of a page', (value) => `/en/about/${value}`],
  ['the whole path', (value) => `${value.startsWith('/') ? '' : '/'}${value}`],
  ['a suffix after capitals', (value) => `/EN/${value}`],
];

/** Requests an address and expects that neither redirects nor links lead to an unknown origin. */
async function expectOwnOrigin(address: string): Promise<void> {
  const { status, headers, body } = await rawRequest(site.url + address);
  expect(status, address).toBeLessThan(500);
  // Only receipts set cookies, and this visitor has no receipt.
  expect(headers['set-cookie'], address).toBeUndefined();
  const { location, refresh } = headers;
  expect(refresh, address).toBeUndefined();
  if (location !== undefined) {
    expect(new URL(location, site.url + address).origin, `${address} leads to ${location}`).toBe(site.url);
  }
  if (String(headers['content-type']).includes('html')) {
    expectOnlyKnownUrls(body.toString(), site.url + address, isKnown);
  }
}

/** Whether an address is a valid request target. Another test covers addresses that are not (`hostile-bytes`). */
const isSendable = (address: string) => /^[\x21-\x7e]+$/.test(address) && address.length < 4000;

describe.each(targets)('%s', (_name, addressFor) => {
  test('leads only to this site, whatever the value', async () => {
    const turn = targets.findIndex(([, other]) => other === addressFor);
    const remaining = [...new Set(encodedValues(turn).map(addressFor))].filter(isSendable);
    const worker = async () => {
      for (let address = remaining.pop(); address !== undefined; address = remaining.pop())
        await expectOwnOrigin(address);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  });
});

test('POST requests are not redirected to another origin, either', async () => {
  const paths = [
    (value: string) => `/en/requests/${value}`,
    (value: string) => `/en/requests/${value}/delete`,
    (value: string) => `/deeplink?locale=${value}`,
  ];
  for (const [turn, pathFor] of paths.entries()) {
    for (const value of encodedValues(turn).filter((text) => text.length < 1000)) {
      const path = pathFor(value);
      if (!isSendable(path)) continue;
      const { status, headers } = await rawRequest(site.url + path, {
        method: 'POST',
        headers: { 'Content-Length': '0' },
      });
      expect(status, path).toBeLessThan(500);
      const { location = '/' } = headers;
      expect(new URL(location, site.url).origin, `${path} leads to ${location}`).toBe(site.url);
    }
  }
});

test.each([
  'language=evil',
  'language=//evil.example',
  'language=en; language=ar',
  'language=%2F%2Fevil',
  'language=__proto__',
])('the cookie %j leads to an existing language', async (cookie) => {
  const { headers } = await rawRequest(`${site.url}/`, { headers: { Cookie: cookie } });
  expect([`${site.url}/ar`, `${site.url}/en`]).toContain(headers.location);
});
