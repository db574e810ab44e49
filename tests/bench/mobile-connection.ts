import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Bits per second in each direction, shared by all connections. */
const rate = 400_000;
/** Milliseconds. */
const roundTrip = 400;
/** Bytes of a TCP packet without its headers. */
const packetSize = 1460;

/** A slow mobile connection between a browser and the site. */
export interface MobileConnection {
  /** The address of its SOCKS proxy. */
  proxy: string;
  close(): Promise<void>;
}

/**
 * Starts a SOCKS5 proxy (RFC 1928) that behaves like a slow mobile connection: 400 kbit/s in each direction, a round
 * trip of 400 ms, and connections that take turns packet by packet. With SOCKS, the browser knows that a connection
 * takes a round trip to open, as on a real network; a plain proxy would accept it at once. There are no lost packets
 * and no slow start, and name resolution takes no time.
 * @param site the target of every connection
 * @param lostPaths requests for these paths never reach the site
 */
export async function startMobileConnection(site: { url: string }, lostPaths?: RegExp): Promise<MobileConnection> {
  const { hostname, port } = new URL(site.url);
  const sockets = new Set<Socket>();
  const [up, down] = [startDirection(), startDirection()];

  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket.setNoDelay());
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    browser.once('data', () => {
      browser.write(Buffer.from([5, 0]));
      browser.once('data', () => {
        // The time that a TCP handshake takes.
        setTimeout(() => {
          browser.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          browser.on('data', (chunk) => isLost(chunk, lostPaths) || up(upstream, chunk));
        }, roundTrip);
      });
    });
    browser.once('close', () => upstream.destroy());
    upstream.on('data', (chunk) => down(browser, chunk));
    upstream.once('end', () => down(browser, Buffer.alloc(0)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    proxy: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * Relies on the browser to send one request at a time on a connection, so that a chunk begins with the request line.
 */
function isLost(chunk: Buffer, lostPaths: RegExp | undefined): boolean {
  const path = /^GET (\S+)/.exec(chunk.toString('latin1', 0, 2048))?.[1];
  return path !== undefined && Boolean(lostPaths?.test(path));
}

/**
 * Starts one direction, in which the TCP connections take turns.
 * @returns a function that sends bytes to a receiver; an empty buffer closes its connection
 */
function startDirection(): (receiver: Socket, bytes: Buffer) => void {
  /** The packets waiting for each receiver, in the order in which the receivers take turns. */
  const waiting = new Map<Socket, Buffer[]>();
  let isSending = false;
  /** When the last packet will have been sent (ms). */
  let freeAt = 0;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    for (;;) {
      const [receiver, [packet, ...rest] = []] = waiting.entries().next().value ?? [];
      if (!receiver || !packet) break;
      waiting.delete(receiver);
      if (rest.length > 0) waiting.set(receiver, rest);
      if (receiver.destroyed) continue;
      freeAt = Math.max(freeAt, performance.now()) + (packet.length * 8_000) / rate;
      await pause(Math.max(0, freeAt - performance.now()));
      setTimeout(() => (packet.length > 0 ? receiver.write(packet) : receiver.end()), roundTrip / 2);
    }
    isSending = false;
  }

  return (receiver, bytes) => {
    const packets = waiting.get(receiver) ?? [];
    if (bytes.length === 0) packets.push(bytes);
    for (let start = 0; start < bytes.length; start += packetSize) {
      packets.push(bytes.subarray(start, start + packetSize));
    }
    waiting.set(receiver, packets);
    if (!isSending) void sendWaiting();
  };
}
