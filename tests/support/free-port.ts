import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports of Linux and macOS, which other tests' servers and connections use. */
const ports = { first: 20_000, end: 32_000 };

/** Returns a port that is free, for a program that cannot choose one itself. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.end);
    if (await isFree(port, host)) return port;
  }
}

/** Returns different free ports of 127.0.0.1, one for each name. */
export async function freePorts<Name extends string>(...names: Name[]): Promise<Record<Name, number>> {
  const found = new Set<number>();
  while (found.size < names.length) found.add(await freePort('127.0.0.1'));
  return Object.fromEntries([...found].map((port, index) => [names[index], port])) as Record<Name, number>;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
