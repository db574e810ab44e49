import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { everyAddress, everyRoute, otherAddresses } from '../support/every-route.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { responsesIn, sendBytes } from '../support/raw-socket.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());
afterEach(() => expectUnharmed(site));

const routeIds = ['root', ...everyRoute.map(({ id }) => id)];

/** Queries with unknown route names, repeated or malformed parameters. */
const oddQueries = [
  '_data=',
  '_data',
  '_data=evil',
  '_data=__proto__',
  '_data=constructor',
  '_data=toString',
  '_data=hasOwnProperty',
  '_data=..%2f..%2fserver',
  '_data=routes%2F__proto__',
  '_data[]=root',
  '_data[0]=root',
  '_data[__proto__]=root',
  '__proto__[_data]=root',
  '__proto__=evil&constructor.prototype.x=evil',
  '_data=root&_data=evil',
  '_data=evil&_data=root',
  '_data=%00',
  '_data=%E0%A4%A',
  '_data=%FF%FE',
  `_data=${'evil'.repeat(500)}`,
  '_data=<script>evil</script>',
  '_data=root&index',
  'index&index&index',
  'index=evil',
  '_routes=root',
  '_action=evil',
  '%',
  '%%%',
  '&&&&',
  '====',
  '?'.repeat(500),
  'x=%u0041',
  '#',
];

const withQuery = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`;

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Expects what every response must have: no server error, no stack trace, no executed input, a correct content type. */
function expectSafeResponse(label: string, { status, headers, body }: RawResponse): void {
  const text = body.toString();
  expect(status, label).toBeLessThan(500);
  expect(text, label).not.toMatch(/\bat [\w.<>]+ \(|node_modules|server-build|file:\/\//);
  const type = headers['content-type'] ?? '';
  const isJson = /^\s*[[{]/.test(text);
  if (isJson) expect(type, label).toMatch(/^application\/(?:json|manifest\+json)/);
  if (type.includes('json')) expect(headers['x-content-type-options'], label).toBe('nosniff');
  expect(text, label).not.toContain('<script>evil');
}

/** Runs `work` on all items, eight at a time. */
async function forEachConcurrently<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const remaining = [...items];
  const worker = async () => {
    for (let item = remaining.pop(); item !== undefined; item = remaining.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** One address of each route, and addresses without a route. */
const sampleAddresses = [...everyRoute.map(({ paths: [address = '/'] }) => address), ...otherAddresses];

/**
 * Combines sample addresses with queries. An ordinary run has every second query at each address, and the methods alternate:
 * every address and every query is requested with both. A soak requests each combination with both.
 */
const combine = (queries: string[]) =>
  sampleAddresses.flatMap((address, addressIndex) =>
    queries.flatMap((query, queryIndex) =>
      (['GET', 'POST'] as const)
        .filter((_method, index) => scaleForSoak((addressIndex + queryIndex) % 4 === 2 * index, true))
        .map((method) => ({ method, path: withQuery(address, query) })),
    ),
  );

describe('data requests', () => {
  test('for every route, at every address, get JSON or an error', async () => {
    const queries = routeIds.map((id) => `_data=${encodeURIComponent(id)}`);
    await forEachConcurrently(combine(queries), async ({ method, path }) => {
      const response = await rawRequest(site.url + path, {
        method,
        headers: method === 'POST' ? { 'Content-Length': '0' } : {},
      });
      expectSafeResponse(`${method} ${path}`, response);
    });
  });

  test('with unknown route names or malformed queries never cause a server error', async () => {
    await forEachConcurrently(combine(oddQueries), async ({ method, path }) => {
      const response = await rawRequest(site.url + path, {
        method,
        headers: method === 'POST' ? { 'Content-Length': '0' } : {},
      });
      expectSafeResponse(`${method} ${path}`, response);
    });
  });

  test.each(everyRoute.filter(({ isPrivate }) => isPrivate))(
    'for the private route $id are never cached',
    async ({ id, paths }) => {
      for (const address of paths) {
        for (const path of [address, withQuery(address, `_data=${encodeURIComponent(id)}`)]) {
          const { headers } = await rawRequest(site.url + path);
          expect(String(headers['cache-control']), path).toMatch(/no-store|private, no-cache/);
        }
      }
    },
  );

  test('do not share cached responses with pages', async () => {
    const page = await rawRequest(`${site.url}/en/about`);
    const data = await rawRequest(`${site.url}/en/about?_data=root`);
    expect(page.headers['content-type']).toContain('text/html');
    expect(data.headers['content-type']).toContain('application/json');
    expect(data.headers['cache-control'] ?? '').not.toContain('public');
    expect((await rawRequest(`${site.url}/en/about`)).body.equals(page.body)).toBe(true);
  });
});

const methods = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'LOCK',
  'SEARCH',
  'PURGE',
  'LINK',
  'M-SEARCH',
  'QUERY',
];

describe.each(methods)('the method %s', (method) => {
  test('gets 405 everywhere except under /uploads', async () => {
    const addresses = [
      ...everyAddress,
      ...everyRoute.map(({ id, paths: [address = '/'] }) => withQuery(address, `_data=${encodeURIComponent(id)}`)),
    ];
    await forEachConcurrently(addresses, async (address) => {
      const response = await rawRequest(site.url + address, { method, headers: { 'Content-Length': '0' } });
      expectSafeResponse(`${method} ${address}`, response);
      const isUpload = address.startsWith('/uploads');
      expect(isUpload ? [204, 400, 404, 405, 412] : [405], address).toContain(response.status);
      if (response.status === 405) expect(response.headers.allow, address).toBeDefined();
    });
  });
});

test.each(['EVIL', 'get', 'GET\t', 'G E T', '', 'GETGETGETGETGETGETGET', 'GET\0', 'ﻂ'])(
  'the invalid method %j gets 400',
  async (method) => {
    const received = await sendBytes(
      site,
      Buffer.from(`${method} /en HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    expect(responsesIn(received).map(({ status }) => status)).toEqual([400]);
  },
);

test('the method CONNECT gets 405', async () => {
  const received = await sendBytes(site, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
  expect(responsesIn(received).map(({ status }) => status)).toEqual([405]);
});
