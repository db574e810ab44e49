import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { everyAddress, everyRoute, otherAddresses } from '../support/every-route.ts';
import { expectToLiveOn } from '../support/life.ts';
import { rawRequest } from '../support/raw-request.ts';
import { answersIn, sendBytes } from '../support/raw-socket.ts';
import { startSite, type Site } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());
afterEach(() => expectToLiveOn(site));

const ids = ['root', ...everyRoute.map(({ id }) => id)];

/** Names that are no route's, and ways of asking that nobody means. */
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

const target = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`;

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What holds of every answer, whatever was asked. */
function expectSound(what: string, { status, headers, body }: Got): void {
  const text = body.toString();
  expect(status, what).toBeLessThan(500);
  expect(text, what).not.toMatch(/\bat [\w.<>]+ \(|node_modules|server-build|file:\/\//);
  const type = headers['content-type'] ?? '';
  const isJson = /^\s*[[{]/.test(text);
  if (isJson) expect(type, what).toMatch(/^application\/(?:json|manifest\+json)/);
  if (type.includes('json')) expect(headers['x-content-type-options'], what).toBe('nosniff');
  expect(text, what).not.toContain('<script>evil');
}

/** Asks many things, a few at a time. */
async function each<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** One address of each route, and what is no route. */
const oneAddressEach = [...everyRoute.map(({ addresses: [address = '/'] }) => address), ...otherAddresses];

const requests = (methods: string[], queries: string[]) =>
  oneAddressEach.flatMap((address) =>
    queries.flatMap((query) => methods.map((method) => ({ method, path: target(address, query) }))),
  );

describe('a page’s data', () => {
  test('of every route at every address is JSON or a refusal', async () => {
    const queries = ids.map((id) => `_data=${encodeURIComponent(id)}`);
    await each(requests(['GET', 'POST'], queries), async ({ method, path }) => {
      const got = await rawRequest(site.url + path, {
        method,
        headers: method === 'POST' ? { 'Content-Length': '0' } : {},
      });
      expectSound(`${method} ${path}`, got);
    });
  });

  test('asked for by a name that is none, or in a way that nobody means, is no fault anywhere', async () => {
    await each(requests(['GET', 'POST'], oddQueries), async ({ method, path }) => {
      const got = await rawRequest(site.url + path, {
        method,
        headers: method === 'POST' ? { 'Content-Length': '0' } : {},
      });
      expectSound(`${method} ${path}`, got);
    });
  });

  test.each(everyRoute.filter(({ isPrivate }) => isPrivate))(
    'of $id, which is one visitor’s, is kept nowhere',
    async ({ id, addresses }) => {
      for (const address of addresses) {
        for (const path of [address, target(address, `_data=${encodeURIComponent(id)}`)]) {
          const { headers } = await rawRequest(site.url + path);
          expect(String(headers['cache-control']), path).toMatch(/no-store|private, no-cache/);
        }
      }
    },
  );

  test('is in no cache that a page is in', async () => {
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
  test('does nothing anywhere but on uploads', async () => {
    const addresses = [
      ...everyAddress,
      ...everyRoute.map(({ id, addresses: [address = '/'] }) => target(address, `_data=${encodeURIComponent(id)}`)),
    ];
    await each(addresses, async (address) => {
      const got = await rawRequest(site.url + address, { method, headers: { 'Content-Length': '0' } });
      expectSound(`${method} ${address}`, got);
      const isUpload = address.startsWith('/uploads');
      expect(isUpload ? [204, 400, 404, 405, 412] : [405], address).toContain(got.status);
      if (got.status === 405) expect(got.headers.allow, address).toBeDefined();
    });
  });
});

test.each(['EVIL', 'get', 'GET\t', 'G E T', '', 'GETGETGETGETGETGETGET', 'GET\0', 'ﻂ'])(
  'the made-up method %j is answered as unreadable',
  async (method) => {
    const received = await sendBytes(
      site,
      Buffer.from(`${method} /en HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    expect(answersIn(received).map(({ status }) => status)).toEqual([400]);
  },
);

test('CONNECT makes no tunnel', async () => {
  const received = await sendBytes(site, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
  expect(received).toBe('');
});
