import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Upload rate (bytes/s) of a fast phone, slow enough that a response can arrive during the upload. */
const rate = 6 * 1024 * 1024;

/** An unreliable connection between a browser and the site. */
export interface FlakyConnection {
  url: string;
  /** Returns the number of bytes sent by the browser over all connections. */
  bytesSent(): number;
  /** Returns the number of cuts so far. */
  cuts(): number;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy that cuts connections, in front of a site.
 * @param cutAt offsets in the bytes from the browser, counted over all connections, at which the current one is cut
 */
export async function startFlakyConnection(site: { url: string }, cutAt: readonly number[]): Promise<FlakyConnection> {
  const { hostname, port } = new URL(site.url);
  const sockets = new Set<Socket>();
  let sent = 0;
  let cuts = 0;

  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    const cut = () => {
      browser.destroy();
      upstream.destroy();
    };
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    upstream.pipe(browser);
    browser.on('data', (chunk) => {
      sent += chunk.length;
      const next = cutAt[cuts];
      if (next !== undefined && sent >= next) {
        cuts += 1;
        cut();
        return;
      }
      browser.pause();
      // A cut discards what has not been written yet: no more than one chunk, even if the site is slow to read.
      upstream.write(chunk, () => setTimeout(() => browser.resume(), (1000 * chunk.length) / rate));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytesSent: () => sent,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
