import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { everyForm } from '../support/every-form.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { responsesIn, sendBytes } from '../support/raw-socket.ts';
import { type Site, startSite } from '../support/site.ts';

// Content pages that have been requested before are served without Express. Visitors must not notice a difference.

const path = '/en/contact';
const publicUrl = 'https://www.example.com';

let site: Site;
let proxied: Site;
beforeAll(async () => {
  [site, proxied] = await Promise.all([startSite(), startSite({ env: { TRUST_PROXY: '1', SITE_URL: publicUrl } })]);
});
afterAll(() => Promise.all([site.close(), proxied.close()]));

const get = (headers: Record<string, string> = {}, options: RawRequest = {}) =>
  rawRequest(site.url + path, { headers, ...options });

/** Everything about a response but its time and id. */
function withoutId({ status, headers, body }: Awaited<ReturnType<typeof get>>) {
  const { date, 'request-id': requestId, ...others } = headers;
  expect(date).toBeDefined();
  expect(requestId).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  return { status, headers: others, body: body.toString('latin1') };
}

test('every content page is the same on the first request and on later ones, in every encoding', async () => {
  for (const page of languageCodes.flatMap((language) => indexablePaths.map((each) => pathIn(language, each)))) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const request = () => rawRequest(site.url + page, { headers: { 'Accept-Encoding': encoding } });
      const first = withoutId(await request());
      expect(withoutId(await request()), `${page}, ${encoding}`).toEqual(first);
      expect(withoutId(await request()), `${page}, ${encoding}`).toEqual(first);
    }
  }
});

test('a browser that has the page gets 304, and a HEAD request gets its headers', async () => {
  const page = await get();
  const { etag = '' } = page.headers;
  const unchanged = withoutId(await get({ 'If-None-Match': etag }));
  expect(unchanged).toEqual(withoutId(await get({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })));
  expect([unchanged.status, unchanged.body]).toEqual([304, '']);
  expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  expect((await get({ 'If-None-Match': etag, 'Cache-Control': 'no-cache' })).status).toBe(200);
  const head = await get({}, { method: 'HEAD' });
  expect(withoutId(head)).toEqual({ ...withoutId(page), body: '' });
});

test.each<[string, number, RawRequest]>([
  ['a foreign host', 421, { headers: { Host: 'elsewhere.example' } }],
  ['an unsupported expectation', 417, { headers: { Expect: 'miracles' } }],
  ['a body', 400, { body: 'x', headers: { 'Content-Length': '1' } }],
  ['another method', 405, { method: 'PUT' }],
])('%s is refused for a page that was requested before', async (_name, status, options) => {
  await get();
  await get();
  expect((await rawRequest(site.url + path, options)).status).toBe(status);
});

test('two Host headers are refused for a page that was requested before', async () => {
  const { host } = new URL(site.url);
  const request = (hosts: string[]) =>
    sendBytes(
      site,
      `GET ${path} HTTP/1.1\r\n${hosts.map((each) => `Host: ${each}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
  expect(responsesIn(await request([host]))[0]?.status).toBe(200);
  expect(responsesIn(await request([host]))[0]?.status).toBe(200);
  expect(responsesIn(await request([host, 'elsewhere.example']))[0]?.status).toBe(400);
});

test('behind a proxy, the forwarded host decides', async () => {
  const request = (host: string) =>
    rawRequest(proxied.url + path, {
      headers: { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': host },
    });
  for (let count = 0; count < 3; count += 1) expect((await request('www.example.com')).status).toBe(200);
  expect((await request('elsewhere.example')).status).toBe(421);
});

test('after a submission, a page that was requested before shows what was sent', async () => {
  await get();
  await get();
  const form = everyForm.find((each) => each.path === '/contact');
  const sent = await fetch(site.url + path, {
    method: 'POST',
    body: new URLSearchParams(form?.valid()),
    redirect: 'manual',
  });
  const cookie = sent.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const page = await get({ Cookie: cookie });
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expect(withoutId(page).body).not.toBe(withoutId(await get()).body);
});

test('each request is logged with its route, its status and the bytes sent', async () => {
  await get();
  const { headers, body } = await get();
  const find = () => site.log.find((line) => line.includes(String(headers['request-id'])));
  await expect.poll(find).toBeDefined();
  const line = JSON.parse(find() ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({ method: 'GET', route: '/:lang/contact', status: 200, msg: 'request' });
  expect(line.bytesOut).toBeGreaterThan(body.length);
});
