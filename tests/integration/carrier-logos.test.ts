import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { logoOf, type StandInLogos, startStandInLogos } from '../support/stand-in-logos.ts';

/** Headers of every logo. They keep browsers from treating it as anything but an image. */
const hardeningHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Requests a path verbatim, because `fetch` would normalize `..`. */
function getRaw(site: Site, path: string, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    request({ hostname, port, path, method }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

const get = (site: Site, code: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/carriers/${code}`, { headers });

async function expectTile(response: Response, code: string): Promise<void> {
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...hardeningHeaders,
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=300',
  });
  expect(parse(await response.text()).querySelector('svg text')?.textContent).toBe(code);
}

describe('with an image service', () => {
  let service: StandInLogos;
  let site: Site;
  beforeAll(async () => {
    service = await startStandInLogos();
    site = await startSite({ env: { CARRIER_LOGO_URL: service.template } });
  });
  beforeEach(() => {
    service.setBehaviour('logo');
    service.requestedCodes.length = 0;
  });
  afterAll(async () => {
    await site.close();
    await service.close();
  });

  test('a logo is served from our own host, cached for a day, with headers that make it inert', async () => {
    const response = await get(site, 'QR');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...hardeningHeaders,
      'content-type': 'image/png',
      'content-length': String(logoOf('QR').length),
      'cache-control': 'public, max-age=86400',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    });
    expect(response.headers.get('Set-Cookie')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer())).toEqual(logoOf('QR'));
  });

  test('a browser that has cached the logo gets 304', async () => {
    const tag = (await get(site, 'LH')).headers.get('ETag') ?? '';
    for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await get(site, 'LH', { 'If-None-Match': ifNoneMatch });
      expect(response.status, ifNoneMatch).toBe(304);
      expect(response.headers.get('ETag')).toBe(tag);
      expect(await response.text()).toBe('');
    }
    expect((await get(site, 'LH', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('HEAD returns the headers of GET and no body', async () => {
    const { status, headers, body } = await getRaw(site, '/carriers/QR', 'HEAD');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...hardeningHeaders, 'content-type': 'image/png' });
    expect(body).toHaveLength(0);
  });

  test('a logo is fetched from the service once, even with fifty concurrent requests and after a restart', async () => {
    service.setBehaviour('slow');
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(site, 'EK')));
    expect(responses.map(({ headers }) => headers.get('Content-Type'))).toEqual(Array(50).fill('image/png'));
    await site.kill();
    site = await site.restart();
    expect((await get(site, 'EK')).headers.get('Content-Type')).toBe('image/png');
    expect(service.requestedCodes).toEqual(['EK']);
    expect(readdirSync(join(site.dataDir, 'carrier-logos'))).toContain('EK');
  });

  test.each(['missing', 'busy', 'svg', 'html', 'large', 'redirect', 'connection-reset', 'hangs'] as const)(
    'a tile with the airline code replaces the logo if the service’s behaviour is: %s',
    async (behaviour) => {
      const codes = {
        missing: 'SV',
        busy: 'KU',
        svg: 'GF',
        html: 'WY',
        large: 'RJ',
        redirect: 'ME',
        'connection-reset': 'MS',
      };
      const code = behaviour === 'hangs' ? 'TK' : codes[behaviour];
      service.setBehaviour(behaviour);
      await expectTile(await get(site, code), code);
      // The page does not wait until the request times out.
      if (behaviour === 'hangs') expect(service.activeRequests()).toBe(1);
      expect(service.requestedCodes).toEqual([code]);
    },
  );

  test('airline codes that appear in no search get a tile, and the service is not called', async () => {
    for (const code of ['ZZ', '99', 'Q0']) await expectTile(await get(site, code), code);
    expect(service.requestedCodes).toEqual([]);
  });

  test.each([
    ...['/carriers/qr', '/carriers/Q', '/carriers/QTR', '/carriers/QR.png', '/carriers/Q%2e'],
    ...['/carriers/%3Csvg%3E', '/carriers/QR/LH', '/carriers/', '/carriers'],
  ])('%s gets 404', async (path) => {
    const { status, body } = await getRaw(site, path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain('SQLite');
    expect(service.requestedCodes).toEqual([]);
  });

  test.each([
    ...['/carriers/../site.db', '/carriers/..%2fsite.db', '/carriers/%2e%2e%2fsite.db', '/carriers/..'],
    ...['/carriers/%2e%2e', '/carriers/QR%00', '/carriers/QR%0a'],
  ])('%s gets 400', async (path) => {
    const { status, body } = await getRaw(site, path);
    expect(status).toBe(400);
    expect(body.toString()).not.toContain('SQLite');
    expect(service.requestedCodes).toEqual([]);
  });

  test('a POST to a logo gets 405', async () => {
    expect((await getRaw(site, '/carriers/QR', 'POST')).status).toBe(405);
  });
});

test('without an image service, every logo is a tile, and nothing is fetched or stored', async () => {
  const site = await startSite();
  await expectTile(await get(site, 'QR'), 'QR');
  const tag = (await get(site, 'QR')).headers.get('ETag') ?? '';
  expect((await get(site, 'QR', { 'If-None-Match': tag })).status).toBe(304);
  expect(existsSync(join(site.dataDir, 'carrier-logos'))).toBe(false);
  expect(site.log.join('\n')).not.toContain('carrier logo');
  await site.close();
});
