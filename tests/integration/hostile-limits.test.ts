import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { validRequest } from '../support/evacuation-request.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startSite, type Site } from '../support/site.ts';

/** Twelve posts, 30 looks at lists and 43 MB a visitor. */
const env = { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.01' };
const phone = '+49 30 23125 010';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env });
});
afterAll(() => site.close());
afterEach(() => {
  const lines = site.log.join('\n');
  expect(lines).not.toMatch(/203\.0\.113|198\.51\.100|2001:db8/i);
  expect(lines).not.toContain('"level":50');
});

let visitors = 0;
/** Somebody who has not been here yet. Names have 16 bits: two of few visitors hardly share one. */
const newVisitor = () => `203.0.113.${(visitors += 1)}`;

const postAs = (visitor: string, path: string, body = '', headers: Record<string, string> = {}) =>
  rawRequest(site.url + path, {
    method: 'POST',
    headers: {
      'X-Forwarded-For': visitor,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  });

const honest = (visitor: string) =>
  postAs(visitor, '/en/services/evacuation', new URLSearchParams(validRequest()).toString());

async function usedUp(visitor: string, path = '/faults'): Promise<void> {
  for (let count = 0; count < 12; count += 1) expect((await postAs(visitor, path)).status).not.toBe(429);
}

describe.each([
  ['ar', 'rtl'],
  ['en', 'ltr'],
])('over the limit of posts, in %s', (language, direction) => {
  test('a visitor is told for how long, and whom to call; another one is served', async () => {
    const visitor = newVisitor();
    await usedUp(visitor);
    for (const path of ['/contact', '/services/evacuation', '?index', '/press', '/contact?_data=root']) {
      const { status, headers, body } = await postAs(visitor, `/${language}${path}`);
      expect(status, path).toBe(429);
      expect(Number(headers['retry-after']), path).toBeGreaterThan(0);
      expect(Number(headers['retry-after']), path).toBeLessThanOrEqual(3600);
      expect(headers['cache-control'], path).toBe('no-store');
      expect(body.toString(), path).toContain(phone);
      expect(body.toString(), path).toContain(`<html lang="${language}" dir="${direction}">`);
    }
    expect((await rawRequest(`${site.url}/${language}`, { headers: { 'X-Forwarded-For': visitor } })).status).toBe(200);
    expect((await honest(newVisitor())).status).toBe(303);
  });
});

test('what is refused counts: foreign posts do not, posts to nowhere do', async () => {
  const visitor = newVisitor();
  for (let count = 0; count < 30; count += 1) {
    expect((await postAs(visitor, '/en/contact', '', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  }
  expect((await honest(visitor)).status, 'whom another site’s page has post is not locked out').toBe(303);
});

test.each([
  '/en/search/flights',
  '/en/search/flights/',
  '/en/SEARCH/Flights',
  '/en/search/%66lights',
  '/ar/search/flights',
])('looks at %s are counted, by whatever spelling', async (path) => {
  const headers = { 'X-Forwarded-For': newVisitor() };
  for (let count = 0; count < 30; count += 1) {
    expect((await rawRequest(site.url + path, { headers })).status).not.toBe(429);
  }
  const over = await rawRequest(site.url + path, { headers });
  expect(over.status).toBe(429);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  expect(over.body.toString()).toContain(phone);
  expect((await rawRequest(`${site.url}/en/about`, { headers })).status).toBe(200);
});

test('bytes are counted by the day, those of pieces too', async () => {
  const visitor = newVisitor();
  const piece = Buffer.alloc(30 * 1024 * 1024);
  const send = () =>
    rawRequest(`${site.url}/uploads/${'a'.repeat(64)}`, {
      method: 'PATCH',
      headers: {
        'X-Forwarded-For': visitor,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(piece.length),
      },
      body: piece,
    });
  expect((await send()).status).toBe(404);
  expect((await send()).status).toBe(404);
  const over = await send();
  expect(over.status).toBe(429);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(3600);
  expect((await honest(newVisitor())).status).toBe(303);
});

test('the addresses of one home are one visitor, however they are spelled, and those of the next are not', async () => {
  const spellings = [
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:2:0:0:0:3',
    '2001:db8:1:2:1:2:203.0.113.200',
  ];
  for (let count = 0; count < 12; count += 1) {
    const spelling = spellings[count % spellings.length] ?? '';
    expect((await postAs(spelling, '/faults')).status).toBe(204);
  }
  for (const spelling of spellings) expect((await postAs(spelling, '/faults')).status).toBe(429);
  expect((await postAs('2001:db8:1:3::1', '/faults')).status).toBe(204);
});

test('what a visitor claims of its address before the proxy’s word counts for nothing', async () => {
  const visitor = newVisitor();
  for (let count = 0; count < 12; count += 1) {
    expect((await postAs(`198.51.100.${count}, ${visitor}`, '/faults')).status).toBe(204);
  }
  expect((await postAs(`198.51.100.99, ${visitor}`, '/faults')).status).toBe(429);
});

describe('the places for large bodies', () => {
  const held: Socket[] = [];
  afterEach(() => held.splice(0).forEach((socket) => socket.destroy()));

  /** Begins a large post and sends no more of it; resolves when it has been heard. */
  function hold(visitor: string, path: string, headers: string[] = []): Promise<void> {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `X-Forwarded-For: ${visitor}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 200000',
      'Expect: 100-continue',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n--x\r\n`);
    held.push(socket);
    return new Promise((resolve) => socket.once('data', () => resolve()));
  }

  test('are not taken by what is refused', async () => {
    await Promise.all(
      Array.from({ length: 120 }, () => hold(newVisitor(), '/en/contact', ['Sec-Fetch-Site: cross-site'])),
    );
    expect((await large(newVisitor())).status).toBe(303);
  });

  test('are never all one visitor’s', async () => {
    const greedy = newVisitor();
    await Promise.all(Array.from({ length: 20 }, () => hold(greedy, '/en/contact')));
    for (let more = 0; more < 100; more += 1) void hold(greedy, '/en/contact');
    expect((await large(newVisitor())).status).toBe(303);
  });

  test('are all taken: who comes waits, is told to come again and whom to call; a small post is served meanwhile', async () => {
    await Promise.all(Array.from({ length: 100 }, () => hold(newVisitor(), '/en/contact')));
    const late = await large(newVisitor());
    expect(late.status).toBe(503);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect(late.body.toString()).toContain(phone);
    expect((await honest(newVisitor())).status).toBe(303);
    held.splice(0).forEach((socket) => socket.destroy());
    expect((await large(newVisitor())).status, 'places that are free again').toBe(303);
    const refused = site.log.filter((line) => line.includes('"refusedBy":"places"') && line.includes('"status":503'));
    expect(refused.length).toBeGreaterThan(0);
  });

  const large = (visitor: string) => {
    const body = new URLSearchParams({
      ...validRequest(),
      padding: 'x'.repeat(60_000),
      more: 'x'.repeat(20_000),
    }).toString();
    return postAs(visitor, '/en/services/evacuation', body);
  };
});
