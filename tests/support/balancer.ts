import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A load balancer in front of several processes, which passes connections on and asks another process if one refuses. */
export interface Balancer {
  /** One address for each process, which prefers it, so that the uploads of a visitor reach the same one. */
  urls: string[];
  close(): void;
}

/** How long a connection waits for any process (ms). */
const patience = 10_000;

/** @param ports the ports of the processes, which may start and stop */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map((_, preferred) => {
    const server = createServer({ pauseOnConnect: true }, (client) => {
      client.on('error', () => undefined);
      void passOn(client, [...ports.slice(preferred), ...ports.slice(0, preferred)]);
    });
    return server;
  });
  const urls = await Promise.all(
    servers.map(
      (server) =>
        new Promise<string>((resolve) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
          });
        }),
    ),
  );
  return { urls, close: () => servers.forEach((server) => server.close()) };
}

async function passOn(client: Socket, ports: readonly number[]): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    for (const port of ports) {
      const upstream = await connectTo(port);
      if (!upstream) continue;
      upstream.on('error', () => client.destroy());
      client.on('close', () => upstream.destroy());
      upstream.pipe(client);
      client.pipe(upstream);
      client.resume();
      return;
    }
    await pause(20);
  }
  client.destroy();
}

function connectTo(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
