import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { startSite, type Site } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(site.url + path, { method, headers });

describe.each(['/ar', '/en/services/evacuation', '/treatment/ar/oncology'])('the page %s', (path) => {
  test('is the same in every encoding, and smaller in the better ones', async () => {
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

  test('costs a browser that has it nothing but the question', async () => {
    const first = await get(path, { 'Accept-Encoding': 'br' });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"[\w-]{22}-br"$/);
    const again = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
    expect(other.status).toBe(200);
  });

  test('answers HEAD with its headers alone', async () => {
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers.etag).toBe((await get(path)).headers.etag);
  });
});

test('the same page under another name of the host tells that name', async () => {
  const page = await get('/en/about', { Host: 'localhost:8080' });
  expect(page.body.toString()).toContain('<link rel="canonical" href="http://localhost:8080/en/about"/>');
  expect((await get('/en/about')).body.toString()).not.toContain('localhost:8080');
});

test.each(['/ar?x=1', '/ar/help-center?q=x', '/ar/nothing', '/'])('%s is not kept', async (path) => {
  const response = await get(path);
  expect(response.headers.etag).toBeUndefined();
  expect(response.headers['cache-control'] ?? '').not.toContain('public');
});

test('an answer to a post is nobody else’s', async () => {
  const response = await fetch(`${site.url}/en/services/evacuation`, { method: 'POST', body: new FormData() });
  expect(response.status).toBe(400);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await get('/en/services/evacuation')).body.toString()).not.toContain('role="alert"');
});

test('scripts and styles are kept for a year, compressed as small as can be', async () => {
  const html = (await get('/ar')).body.toString();
  const [stylesheet = ''] = /\/assets\/styles-[^"]*\.css/.exec(html) ?? [];
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
