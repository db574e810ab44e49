import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPage } from '../support/every-page.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';
import { stylesheetPath } from '../support/stylesheet.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(site.url + path, { method, headers });

describe.each(['/ar', '/en/services/evacuation', '/treatment/ar/oncology'])('the page %s', (path) => {
  test('has the same content in every encoding, and is smaller in Brotli than in gzip', async () => {
    const plain = await get(path);
    const gzip = await get(path, { 'Accept-Encoding': 'gzip' });
    const br = await get(path, { 'Accept-Encoding': 'gzip, br' });
    expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(gzip.body.length);
    expect(plain.body.toString()).toMatch(/^<!DOCTYPE html>/);
    expect(br.headers.vary).toContain('Accept-Encoding');
  });

  test('responds with 304 if the browser already has it', async () => {
    const first = await get(path, { 'Accept-Encoding': 'br' });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"[\w-]{22}-br"$/);
    const repeated = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': etag });
    expect([repeated.status, repeated.body.length]).toEqual([304, 0]);
    const other = await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
    expect(other.status).toBe(200);
  });

  test('responds to HEAD with its headers only', async () => {
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers.etag).toBe((await get(path)).headers.etag);
  });
});

test('a page requested under another host name uses that name', async () => {
  const page = await get('/en/about', { Host: 'localhost:8080' });
  expect(page.body.toString()).toContain('<link rel="canonical" href="http://localhost:8080/en/about"/>');
  expect((await get('/en/about')).body.toString()).not.toContain('localhost:8080');
});

describe('a page has two variants, with and without the cookie banner', () => {
  const path = '/en/about';
  const hasBanner = ({ body }: { body: Buffer }) => body.toString().includes('data-consent-banner');
  const consentHeader = (value: string) => ({ Cookie: `a=1; cookieConsent=${value}; language=ar` });
  const encodeConsent = (consent: object) => encodeURIComponent(JSON.stringify(consent));
  const denial = encodeConsent({ essential: true, analytics: false, marketing: false });
  const acceptance = encodeConsent({ essential: true, analytics: true, marketing: true });

  test('depending on whether a choice was made, not on which, each with its own ETag', async () => {
    const undecided = await get(path);
    const [denied, accepted] = [await get(path, consentHeader(denial)), await get(path, consentHeader(acceptance))];
    expect([undecided, denied, accepted].map(hasBanner)).toEqual([true, false, false]);
    expect(accepted.body.equals(denied.body)).toBe(true);
    expect(accepted.headers.etag).toBe(denied.headers.etag);
    expect(accepted.headers.etag).not.toBe(undecided.headers.etag);
    expect(undecided.headers.vary).toBe('Accept-Encoding, Cookie');
    expect(
      (await get(path, { ...consentHeader(acceptance), 'If-None-Match': undecided.headers.etag ?? '' })).status,
    ).toBe(200);
    expect((await get(path, { ...consentHeader(acceptance), 'If-None-Match': denied.headers.etag ?? '' })).status).toBe(
      304,
    );
  });

  test.each([
    '',
    'x',
    '%',
    '%7B%7D',
    'null',
    `${denial}; cookieConsent=${acceptance}`,
    '"><script>evil',
    'x'.repeat(4000),
  ])('an invalid cookie changes nothing for its sender or for others: %j', async (value) => {
    const before = [await get('/ar/careers'), await get('/ar/careers', consentHeader(denial))];
    const page = await get('/ar/careers', consentHeader(value));
    expect(page.body.equals(before[0]?.body ?? Buffer.alloc(0))).toBe(true);
    const after = [await get('/ar/careers'), await get('/ar/careers', consentHeader(denial))];
    expect(after.map(({ headers }) => headers.etag)).toEqual(before.map(({ headers }) => headers.etag));
  });

  test('also if it lists flights', async () => {
    const query = 'origin=RUH&destination=MUC&depart_date=2031-03-27&adults=1&children=0&infants=0&travelClass=Y';
    const response = await fetch(`${site.url}/en/search/flights?${query}`);
    const { pathname, search } = new URL(response.url);
    await expect.poll(async () => (await get(pathname + search)).headers.etag).toBeDefined();
    expect(hasBanner(await get(pathname + search))).toBe(true);
    const withChoice = await get(pathname + search, consentHeader(denial));
    expect([hasBanner(withChoice), withChoice.headers.vary]).toEqual([false, 'Accept-Encoding, Cookie']);
  });

  test('the cached page contains nothing sent by the first visitor', async () => {
    const freshSite = await startSite();
    const headers = {
      Cookie: `${consentHeader(acceptance).Cookie}; secret=4711`,
      'Accept-Language': 'de',
      'User-Agent': 'x4711',
    };
    const first = await fetch(`${freshSite.url}/en/press`, { headers });
    const second = await fetch(`${freshSite.url}/en/press`, { headers: consentHeader(denial) });
    const [firstPage, secondPage] = [await first.text(), await second.text()];
    expect(firstPage).not.toContain('4711');
    expect(secondPage).toBe(firstPage);
    expect(first.headers.getSetCookie()).toEqual([]);
    await freshSite.close();
  });
});

describe('irrelevant query parameters cause no separate cache entry', () => {
  test.each(everyPage.filter(({ path }) => path !== '/cookie-preferences'))('$address', async ({ address }) => {
    const plain = await get(address);
    expect(plain.headers.etag).toBeDefined();
    for (const query of [
      'fbclid=x',
      'index',
      'wording=de',
      'x=%',
      'utm_source=a&utm_source=b',
      `x=${'%20'.repeat(500)}`,
    ]) {
      const withQuery = await get(`${address}?${query}`);
      expect([withQuery.status, withQuery.headers.etag], query).toEqual([200, plain.headers.etag]);
    }
  });

  test('a page in Russian has its own cache entry, whatever other parameters it has', async () => {
    const russian = await get('/ar/medical-flight/incubator?wording=ru');
    expect(russian.headers.etag).not.toBe((await get('/ar/medical-flight/incubator')).headers.etag);
    expect((await get('/ar/medical-flight/incubator?x=1&wording=ru')).headers.etag).toBe(russian.headers.etag);
  });

  test('a data request gets JSON that is not cached', async () => {
    const { headers } = await get('/en/about?_data=routes%2F%24lang.about');
    expect([headers.etag, headers['content-type']]).toEqual([undefined, expect.stringContaining('json')]);
  });
});

test.each(['/ar/help-center?q=x', '/ar/nothing', '/'])('%s is not cached', async (path) => {
  const response = await get(path);
  expect(response.headers.etag).toBeUndefined();
  expect(response.headers['cache-control'] ?? '').not.toContain('public');
});

test('the response to a submission is not cached', async () => {
  const response = await fetch(`${site.url}/en/services/evacuation`, { method: 'POST', body: new FormData() });
  expect(response.status).toBe(400);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await get('/en/services/evacuation')).body.toString()).not.toContain('role="alert"');
});

test('scripts and styles are cached for a year, with maximum compression', async () => {
  const stylesheet = await stylesheetPath();
  const plain = await get(stylesheet);
  const br = await get(stylesheet, { 'Accept-Encoding': 'br' });
  expect(plain.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(br.body.length).toBeLessThan(plain.body.length / 3);
  expect((await get('/assets/nothing.css')).status).toBe(404);
  expect((await get('/assets/..%2f..%2f..%2fpackage.json')).status).not.toBe(200);
});
