import { EventEmitter, once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGracefulShutdown, type GracefulShutdown } from './graceful-shutdown.server.ts';

/** Far longer than the tests take (ms). */
const timeout = 60_000;
/** More than the buffers of a connection hold. */
const large = Buffer.alloc(16 * 1024 * 1024);

let shutdown: GracefulShutdown;
let server: Server;
let agent: Agent;
/** Lets the response to `/slow` be sent. */
let respond: () => void;
/** Resolves when the first request has arrived. */
let received: Promise<unknown>;

beforeEach(async () => {
  shutdown = createGracefulShutdown();
  const arrivals = new EventEmitter();
  received = once(arrivals, 'request');
  const handle = shutdown.watch((request, response) => {
    if (request.url === '/large') response.end(large);
    else if (request.url === '/slow') respond = () => response.end('slow');
    else response.end('ok');
    arrivals.emit('request');
  });
  server = createServer({ keepAliveTimeout: timeout }, handle);
  agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

const request = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ host: '127.0.0.1', port, path, agent }, resolve).on('error', reject);
  });

test('a response in progress announces that its connection will close, and the server closes after it', async () => {
  const response = request('/slow');
  await received;
  const closed = shutdown.close(server, timeout);
  respond();
  const { headers } = await response;
  expect(headers.connection).toBe('close');
  expect((await buffer(await response)).toString()).toBe('slow');
  await closed;
});

test('an idle connection is closed at once', async () => {
  const response = await request('/');
  expect(response.headers.connection).toBe('keep-alive');
  await buffer(response);
  await shutdown.close(server, timeout);
});

test('a response that has begun is sent in full, even if another one finishes first', async () => {
  const [slow, sent] = [request('/slow'), await request('/large')];
  // Its headers have been sent, and its bytes wait for the client to read.
  const closed = shutdown.close(server, timeout);
  respond();
  await buffer(await slow);
  await pause(50);
  expect(await buffer(sent)).toHaveLength(large.length);
  await closed;
});

test('a request that takes too long is cut off', async () => {
  const response = request('/slow').catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  await received;
  await shutdown.close(server, 20);
  expect(await response).toBe('ECONNRESET');
});
