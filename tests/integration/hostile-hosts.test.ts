import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { everyAddress, everyRoute, routeIds } from '../support/every-route.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { responsesIn, sendBytes } from '../support/raw-socket.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());
afterEach(() => expectUnharmed(site));

test('the list of routes is complete', () => {
  expect(everyRoute.map(({ id }) => id).sort()).toEqual(routeIds().sort());
});

test.each(everyRoute)(
  '$id responds to GET and POST with the listed statuses',
  async ({ paths, getStatus, postStatus }) => {
    for (const path of paths) {
      expect((await rawRequest(site.url + path)).status, `GET ${path}`).toBe(getStatus);
      const posted = await rawRequest(site.url + path, { method: 'POST', headers: { 'Content-Length': '0' } });
      expect(posted.status, `POST ${path}`).toBe(postStatus);
    }
  },
);

/** Sends a request with these Host lines. */
async function requestWithHost(address: string, hostLines: string[], version = '1.1') {
  const lines = [`GET ${address} HTTP/${version}`, ...hostLines, 'Connection: close', '', ''];
  const [response] = responsesIn(await sendBytes(site, lines.join('\r\n')));
  return response;
}

/** Host lines that are not ours, with the expected statuses. */
const foreignHosts: [name: string, lines: string[], statuses: number[]][] = [
  ['of another site', ['Host: evil.example'], [421]],
  ['that only starts like ours', ['Host: localhost.evil.example'], [421]],
  ['with credentials', ['Host: localhost@evil.example'], [400, 421]],
  ['with an invalid port', ['Host: localhost:99999'], [421]],
  ['with a non-numeric port', ['Host: localhost:evil'], [421]],
  ['with two ports', ['Host: localhost:80:evil'], [421]],
  ['that is empty', ['Host:'], [421]],
  ['that is a list', ['Host: localhost, evil.example'], [421]],
  ['that is a path', ['Host: localhost/evil'], [421]],
  ['that occurs twice', ['Host: localhost', 'Host: evil.example'], [400]],
  ['that occurs twice, ours last', ['Host: evil.example', 'Host: localhost'], [400]],
  ['that is missing', [], [400]],
];

describe.each(foreignHosts)('a host %s', (_name, lines, statuses) => {
  test('is refused on every route, with an uncached page that does not repeat it', async () => {
    const responses = await Promise.all(
      everyAddress.map(async (address) => [address, await requestWithHost(address, lines)] as const),
    );
    for (const [address, response] of responses) {
      expect(statuses, address).toContain(response?.status);
      expect(response?.body.includes('evil'), address).toBe(false);
      expect(JSON.stringify(response?.headers).includes('evil'), address).toBe(false);
      // Node itself responds to a request without a host.
      if (lines.length > 0) expect(response?.headers['cache-control'], address).toBe('no-store');
    }
  });
});

test('an HTTP/1.0 request needs a host, too', async () => {
  expect((await requestWithHost('/en', [], '1.0'))?.status).toBe(421);
  expect((await requestWithHost('/en', ['Host: localhost'], '1.0'))?.status).toBe(200);
});

test.each([
  'http://evil.example/en',
  'http://localhost/en',
  '//evil.example/en',
  '*',
  'evil.example:443',
  '/\\evil.example',
])('the request target %s is refused', async (target) => {
  const response = await requestWithHost(target, ['Host: localhost']);
  expect(response?.status).toBe(400);
  expect(response?.body.includes('evil')).toBe(false);
});

test('the health check accepts any host, but only for GET', async () => {
  expect((await requestWithHost('/healthz', ['Host: evil.example']))?.body).toBe('ok');
  for (const method of ['POST', 'PUT', 'TRACE', 'DELETE', 'PROPFIND']) {
    const response = await rawRequest(`${site.url}/healthz`, { method, headers: { Host: 'evil.example' } });
    expect(response.status, method).toBe(421);
  }
});

/** Forged forwarding headers. */
const forgedForwarding = {
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-For': '203.0.113.9',
  'X-Forwarded-Port': '666',
  'X-Original-URL': '/evil',
  'X-Rewrite-URL': '/evil',
  'X-HTTP-Method-Override': 'DELETE',
  Forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
};

test('forwarding headers are ignored on every route without a trusted proxy', async () => {
  for (const address of everyAddress) {
    const plain = await rawRequest(site.url + address);
    const forged = await rawRequest(site.url + address, { headers: forgedForwarding });
    expect(forged.status, address).toBe(plain.status);
    expect(forged.headers.location, address).toBe(plain.headers.location);
    expect(forged.body.includes('evil'), address).toBe(false);
  }
});

describe('behind a trusted proxy', () => {
  let proxiedSite: Site;
  beforeAll(async () => {
    proxiedSite = await startSite({
      env: { TRUST_PROXY: '1', SITE_URL: 'https://site.example', RATE_LIMIT_FACTOR: '1000' },
    });
  });
  afterAll(() => proxiedSite.close());
  afterEach(() => expectUnharmed(proxiedSite, 'site.example'));

  const ask = (headers: Record<string, string>, address = '/') => rawRequest(proxiedSite.url + address, { headers });

  test.each([
    [
      'the proxy’s internal host and our forwarded host',
      { Host: '10.0.0.1:3000', 'X-Forwarded-Host': 'site.example' },
      302,
    ],
    ['our host in both headers', { Host: 'site.example', 'X-Forwarded-Host': 'site.example' }, 302],
    ['a foreign forwarded host', { Host: 'site.example', 'X-Forwarded-Host': 'evil.example' }, 421],
    [
      'our forwarded host, followed by that of another proxy',
      { Host: '10.0.0.1', 'X-Forwarded-Host': 'site.example, 10.0.0.1' },
      302,
    ],
    [
      'a foreign forwarded host, followed by ours',
      { Host: 'site.example', 'X-Forwarded-Host': 'evil.example, site.example' },
      421,
    ],
    ['an empty forwarded host', { Host: 'site.example', 'X-Forwarded-Host': '' }, 421],
    ['a foreign host without a forwarded host', { Host: 'evil.example' }, 421],
  ])('a request with %s is redirected to our host or refused', async (_case, headers, status) => {
    const response = await ask(headers);
    expect(response.status).toBe(status);
    if (status === 302) expect(response.headers.location).toBe('https://site.example/ar');
    expect(response.body.includes('evil')).toBe(false);
  });

  test.each(['javascript', 'data:', 'a b', 'ftp', '', 'evil://', 'https, evil', 'http,https', '/'])(
    'the scheme %j is ignored and causes no error',
    async (scheme) => {
      for (const address of ['/', '/en', '/en/about?x', '/robots.txt', '/treatment/en', '/EN/About']) {
        const response = await ask({ Host: 'site.example', 'X-Forwarded-Proto': scheme }, address);
        expect(response.status, address).toBeLessThan(400);
        expect(response.body.includes('evil'), address).toBe(false);
        const { location = '/' } = response.headers;
        expect(new URL(location, 'https://site.example').origin, address).toBe('https://site.example');
      }
    },
  );

  test.each(['x'.repeat(9000), '::::', '203.0.113.9, evil', 'evil', ',', '203.0.113.9\t', '::ffff:999.1.1.1', '1.2.3'])(
    'the visitor address %j causes no error',
    async (address) => {
      const { status } = await rawRequest(`${proxiedSite.url}/faults`, {
        method: 'POST',
        headers: { Host: 'site.example', 'X-Forwarded-For': address, 'Content-Length': '0' },
      });
      expect(status).toBe(204);
    },
  );
});

/** Forged headers that a trusted proxy might pass on. */
const forgedHeaders: Record<string, string>[] = [
  { 'X-Forwarded-Proto': 'a b' },
  { 'X-Forwarded-Proto': 'javascript' },
  { 'X-Forwarded-Host': 'localhost:70000' },
  { 'X-Forwarded-Host': 'localhost', 'X-Forwarded-Proto': '://' },
];

test('behind a proxy without a public address, an invalid scheme or port causes no error', async () => {
  const proxiedSite = await startSite({ env: { TRUST_PROXY: '1' } });
  try {
    for (const forged of forgedHeaders) {
      for (const address of ['/', '/en', '/en/about?x']) {
        const { status, body } = await rawRequest(proxiedSite.url + address, { headers: forged });
        expect(status, JSON.stringify(forged)).toBeLessThan(500);
        expect(body.includes('javascript:'), JSON.stringify(forged)).toBe(false);
      }
    }
    await expectUnharmed(proxiedSite);
  } finally {
    await proxiedSite.close();
  }
});
