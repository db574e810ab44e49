import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { memoryOf } from '../support/memory.ts';
import { rawRequest } from '../support/raw-request.ts';
import { responsesIn, sendBytes } from '../support/raw-socket.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';

const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');

/** Opens connections from a local address and waits until each is open or closed. */
async function open(site: Site, count: number, localAddress: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    return socket;
  });
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
  );
  return sockets;
}

describe('pipelined requests', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  });
  afterAll(() => site.close());
  afterEach(() => expectUnharmed(site));

  test('get their responses in order', async () => {
    const paths = ['/en/about', '/en/nothing', '/en/imprint', '/en/nothing/else'];
    const pipelined = [...paths.map((path) => get(path)), get('/en/press', 'Connection: close')].join('');
    const responses = responsesIn(await sendBytes(site, pipelined));
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200]);
    expect(responses[2]?.body).toContain('href="http://localhost/en/imprint"');
  });

  test('are read completely, even if the body of a form arrives after the response to a page', async () => {
    const body = 'a=b&'.repeat(30_000);
    const head = `POST /en/contact HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
    const delayedBody = pause(300).then(() => body);
    const responses = responsesIn(await sendBytes(site, [get('/en/nothing') + head, delayedBody]));
    expect(responses.map(({ status }) => status)).toEqual([404, 413]);
  });

  test.each([
    ['/en/contact?_data=routes%2F%24lang._index', 403],
    ['/en/requests/AAAAAAAAAAAAAAAAAAAAAA', 303],
    ['/desk/requests/0000-0000/send', 404],
    ['/desk/company', 404],
    ['/uploads', 412],
    ['/en/nothing', 413],
  ])('get their responses after a body that nobody reads, at %s', async (path, expected) => {
    const body = 'a=b&'.repeat(100_000);
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
    const responses = responsesIn(await sendBytes(site, [head + body, get('/en/about', 'Connection: close')]));
    expect(responses.map(({ status }) => status)).toEqual([expected, 200]);
  });

  test('use bounded memory and do not delay other visitors, however many there are', async () => {
    const before = memoryOf(site.process.pid);
    const pipelined = get('/en/nothing?x').repeat(700);
    const attacks = Array.from({ length: scaleForSoak(40, 100) }, () => sendBytes(site, pipelined));
    await pause(200);
    expect((await rawRequest(`${site.url}/en/about`)).status).toBe(200);
    const responseCounts = (await Promise.all(attacks)).map((received) => received.split('HTTP/1.1 404').length - 1);
    expect(Math.max(...responseCounts)).toBeLessThan(20);
    expect(memoryOf(site.process.pid) - before).toBeLessThan(300);
  });
});

describe('connections from one address', () => {
  test('are limited, and other addresses can still connect', async () => {
    const site = await startSite({ descriptors: 1024 });
    const idle = await open(site, 1_100, '127.0.0.2');
    const busy = await open(site, 200, '127.0.0.3');
    for (const socket of busy) socket.write('GET /en HTTP/1.1\r\n');
    // The site closes most of them and keeps the rest.
    await expect.poll(() => idle.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(800);
    expect(idle.filter(({ destroyed }) => !destroyed).length).toBeGreaterThanOrEqual(64);
    expect((await rawRequest(`${site.url}/en/about`)).status).toBe(200);
    for (const socket of [...idle, ...busy]) socket.destroy();
    await expectUnharmed(site);
    await site.close();
  });

  test('beyond the limit cause older ones to be closed, idle ones first', async () => {
    const site = await startSite({ descriptors: 400 });
    const connections = await open(site, 64, '127.0.0.2');
    expect(connections.filter(({ destroyed }) => destroyed)).toEqual([]);
    const active = connections[63];
    active?.write(get('/en/about'));
    await new Promise((resolve) => active?.once('data', resolve));
    const additional = await open(site, 30, '127.0.0.2');
    await expect.poll(() => connections.filter(({ destroyed }) => destroyed)).toHaveLength(30);
    expect(active?.destroyed).toBe(false);
    expect(additional.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const socket of [...connections, ...additional]) socket.destroy();
    await site.close();
  });

  test('behind a proxy are counted by the visitor’s address, not the proxy’s', async () => {
    const site = await startSite({ descriptors: 400, env: { TRUST_PROXY: '1', FLIGHTS: 'sample' } });
    const sockets = await open(site, 100, '127.0.0.2');
    const partialPost = (visitor: string) =>
      `POST /en/contact HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${visitor}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\na=`;
    for (const [index, socket] of sockets.entries())
      socket.write(partialPost(index < 64 ? '192.0.2.1' : `198.51.100.${index}`));
    const statusFor = async (visitor: string) =>
      (await rawRequest(`${site.url}/en/about`, { headers: { 'X-Forwarded-For': visitor } })).status;
    await expect.poll(() => statusFor('192.0.2.1')).toBe(503);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(await statusFor('192.0.2.2')).toBe(200);
    for (const socket of sockets) socket.destroy();
    await site.close();
  });
});
