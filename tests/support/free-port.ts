import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports of Linux and macOS, which other tests' servers and connections use. */
const ports = { first: 20_000, end: 32_000 };

/** Each of the workers that run at the same time chooses among ports of its own. */
const share = 1_000;
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
const first = ports.first + ((worker * share) % (ports.end - ports.first));

/** The ports that have been returned: the program may not have opened its port yet. */
const given = new Set<number>();

/** Returns a port that is free, for a program that cannot choose one itself, or that is to have it again after a restart. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(first, first + share);
    if (given.has(port) || !(await isFree(port, host))) continue;
    given.add(port);
    return port;
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
