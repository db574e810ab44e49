import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { formPost } from '../support/form-inputs.ts';
import { pdf } from '../support/medical-files.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';

/** This factor allows each visitor 12 POST requests, 30 views of the flight list and 43 MB. */
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
/** Returns an address not used before. Visitor keys have only 16 bits, but a collision among so few is unlikely. */
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

const submitValidRequest = (visitor: string) =>
  postAs(visitor, '/en/services/evacuation', new URLSearchParams(validRequest()).toString());

async function exhaustPostLimit(visitor: string, path = '/faults'): Promise<void> {
  for (let count = 0; count < 12; count += 1) expect((await postAs(visitor, path)).status).not.toBe(429);
}

describe.each([
  ['ar', 'rtl'],
  ['en', 'ltr'],
])('over the POST limit, in %s', (language, direction) => {
  test('a visitor is told when to retry and whom to call; other visitors are still served', async () => {
    const visitor = newVisitor();
    await exhaustPostLimit(visitor);
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
    expect((await submitValidRequest(newVisitor())).status).toBe(303);
  });
});

test('refused cross-site POSTs do not count against the visitor', async () => {
  const visitor = newVisitor();
  for (let count = 0; count < 30; count += 1) {
    expect((await postAs(visitor, '/en/contact', '', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  }
  expect((await submitValidRequest(visitor)).status, 'the visitor is not locked out').toBe(303);
});

test.each([
  '/en/search/flights',
  '/en/search/flights/',
  '/en/SEARCH/Flights',
  '/en/search/%66lights',
  '/ar/search/flights',
])('views of %s are counted, however the URL is spelled', async (path) => {
  const headers = { 'X-Forwarded-For': newVisitor() };
  for (let count = 0; count < 30; count += 1) {
    expect((await rawRequest(site.url + path, { headers })).status).not.toBe(429);
  }
  const rejected = await rawRequest(site.url + path, { headers });
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(rejected.body.toString()).toContain(phone);
  expect((await rawRequest(`${site.url}/en/about`, { headers })).status).toBe(200);
});

test('bytes per day are limited, including those of upload chunks', async () => {
  const visitor = newVisitor();
  const chunk = Buffer.alloc(30 * 1024 * 1024);
  const send = () =>
    rawRequest(`${site.url}/uploads/${'a'.repeat(64)}`, {
      method: 'PATCH',
      headers: {
        'X-Forwarded-For': visitor,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(chunk.length),
      },
      body: chunk,
    });
  expect((await send()).status).toBe(404);
  expect((await send()).status).toBe(404);
  const rejected = await send();
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3600);
  expect((await submitValidRequest(newVisitor())).status).toBe(303);
});

test('a chunk for an unknown upload gets its response before it has arrived, and the connection is kept alive', async () => {
  const chunk = Buffer.alloc(30 * 1024 * 1024);
  for (let count = 0; count < 20; count += 1) {
    const { status, headers } = await rawRequest(`${site.url}/uploads/${'a'.repeat(64)}`, {
      method: 'PATCH',
      headers: {
        'X-Forwarded-For': newVisitor(),
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(chunk.length),
        Connection: 'keep-alive',
      },
      body: chunk,
      inChunks: true,
    });
    expect({ status, connection: headers.connection }).toEqual({ status: 404, connection: 'keep-alive' });
  }
});

test('all addresses in an IPv6 /64 count as one visitor, in any notation; the neighbouring /64 does not', async () => {
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

test('X-Forwarded-For entries before the proxy’s own are ignored', async () => {
  const visitor = newVisitor();
  for (let count = 0; count < 12; count += 1) {
    expect((await postAs(`198.51.100.${count}, ${visitor}`, '/faults')).status).toBe(204);
  }
  expect((await postAs(`198.51.100.99, ${visitor}`, '/faults')).status).toBe(429);
});

describe('slots for large request bodies', () => {
  const stalledSockets: Socket[] = [];
  afterEach(() => stalledSockets.splice(0).forEach((socket) => socket.destroy()));

  /** Starts a large POST and stalls; resolves once the server has responded. */
  function startStalledPost(visitor: string, path: string, headers: string[] = [], length = 200_000): Promise<void> {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `X-Forwarded-For: ${visitor}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      'Expect: 100-continue',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n--x\r\n`);
    stalledSockets.push(socket);
    return new Promise((resolve) => socket.once('data', () => resolve()));
  }

  test('are not occupied by refused requests', async () => {
    await Promise.all(
      Array.from({ length: 120 }, () => startStalledPost(newVisitor(), '/en/contact', ['Sec-Fetch-Site: cross-site'])),
    );
    expect((await submitLargeFile(newVisitor())).status).toBe(303);
  });

  test('cannot all be occupied by one visitor', async () => {
    const greedy = newVisitor();
    await Promise.all(Array.from({ length: 20 }, () => startStalledPost(greedy, '/en/contact')));
    for (let count = 0; count < 100; count += 1) void startStalledPost(greedy, '/en/contact');
    expect((await submitLargeFile(newVisitor())).status).toBe(303);
  });

  test('are taken from stalled uploads when a new request arrives', async () => {
    await Promise.all(Array.from({ length: 100 }, () => startStalledPost(newVisitor(), '/en/contact')));
    expect((await submitLargeFile(newVisitor())).status).toBe(303);
  });

  test('are not taken from active uploads: a new upload gets 503 with Retry-After and the phone number, and small POST requests are still served', async () => {
    // Each upload sends at three times the rate that keeps a slot. A first burst covers seconds in which a busy machine
    // sends nothing. Five uploads queue ahead of the new one, to take the slots of any that still become too slow.
    const chunk = Buffer.alloc(24 * 1024);
    const sending = setInterval(() => stalledSockets.forEach((socket) => socket.write(chunk)), 250);
    await Promise.all(Array.from({ length: 105 }, () => startStalledPost(newVisitor(), '/en/contact', [], 8_000_000)));
    for (const socket of stalledSockets) socket.write(Buffer.alloc(512 * 1024));
    const refusal = await submitLargeFile(newVisitor());
    clearInterval(sending);
    expect(refusal.status).toBe(503);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect(refusal.body.toString()).toContain(phone);
    expect((await submitValidRequest(newVisitor())).status).toBe(303);
    stalledSockets.splice(0).forEach((socket) => socket.destroy());
    expect((await submitLargeFile(newVisitor())).status, 'a slot is free again').toBe(303);
    const logLines = site.log.filter((line) => line.includes('"refusedBy":"slots"') && line.includes('"status":503'));
    expect(logLines.length).toBeGreaterThan(0);
  });

  const submitLargeFile = async (visitor: string) => {
    const { headers = {}, body } = await formPost(
      '/en/services/evacuation',
      formData(validRequest(), [{ name: 'report.pdf', bytes: pdf(80_000) }]),
    );
    return rawRequest(`${site.url}/en/services/evacuation`, {
      method: 'POST',
      headers: { ...headers, 'X-Forwarded-For': visitor },
      body,
    });
  };
});
