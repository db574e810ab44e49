import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Nginx, publicHost, startNginx } from '../support/nginx.ts';

// Medical files pass through nginx. None of them may remain on its disk, even if the other side is slow.

/** Much more than what nginx and the operating system keep in memory for two connections (bytes). */
const size = 60_000_000;
const chunk = Buffer.alloc(500_000);

let nginx: Nginx;
/** A site that reads no bodies, and sends a large file in response to each GET. */
let site: Server;
/** How much it has sent (bytes). */
let sentBySite = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  site = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      socket.pause();
      if (!head.toString().startsWith('GET ')) return;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/dicom\r\nContent-Length: ${size}\r\n\r\n`);
      void writeAll(socket, (bytes) => (sentBySite = bytes));
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  nginx = await startNginx([(site.address() as AddressInfo).port], '+49 30 5550199');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await nginx.close();
  site.close();
});

/** Writes the content of a file as fast as the other side takes it. @param onProgress called with how much it has taken */
async function writeAll(socket: Socket, onProgress: (bytes: number) => void): Promise<void> {
  for (let written = 0; written < size && !socket.destroyed; written += chunk.length) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    onProgress(written);
  }
}

/** Begins a request over a connection from which nothing is read. */
async function begin(method: string, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(await nginx.addressFor('127.0.0.2')).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${publicHost}\r\nContent-Length: ${method === 'GET' ? 0 : size}\r\n\r\n`,
  );
  return socket;
}

/** Waits until a transfer makes no progress any more. @returns the most that nginx has kept in files meanwhile (bytes) */
async function watchFiles(progress: () => number): Promise<number> {
  let most = 0;
  let [previous, unchanged] = [-1, 0];
  while (unchanged < 20) {
    most = Math.max(most, nginx.temporaryBytes());
    unchanged = progress() === previous ? unchanged + 1 : 0;
    previous = progress();
    await pause(50);
  }
  return most;
}

test.each([
  ['POST', '/en/services/evacuation'],
  ['PATCH', '/uploads/0123456789abcdef0123456789abcdef'],
  // There can be no file at this address, but anybody can send one.
  ['POST', '/assets/none.js'],
])('a file that a visitor sends waits for a slow site in no file of nginx: %s %s', async (method, path) => {
  let sent = 0;
  const visitor = await begin(method, path);
  void writeAll(visitor, (bytes) => (sent = bytes));
  expect(await watchFiles(() => sent)).toBe(0);
  expect(sent).toBeGreaterThan(0);
  visitor.destroy();
});

test.each(['/desk/requests/AAAAAAAA/files/1', '/en/requests/AAAAAAAAAAAAAAAAAAAAAA/files/1'])(
  'a file that the site sends waits for a slow reader in no file of nginx: %s',
  async (path) => {
    sentBySite = 0;
    const reader = await begin('GET', path);
    expect(await watchFiles(() => sentBySite)).toBe(0);
    expect(sentBySite).toBeGreaterThan(0);
    reader.destroy();
  },
);
