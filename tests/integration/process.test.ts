import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { validRequest } from '../support/evacuation-request.ts';
import { startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { waitFor } from '../support/wait-for.ts';

// What happens to a process from outside while it serves visitors.

const streams = fileURLToPath(new URL('../support/standard-streams.ts', import.meta.url));

/** The streams that nobody reads. */
const closedStreams: { closed: ('stdout' | 'stderr')[] }[] = [
  { closed: ['stdout', 'stderr'] },
  { closed: ['stdout'] },
  { closed: ['stderr'] },
];

test.each(closedStreams)('a process lives on when nobody reads $closed any more', async ({ closed }) => {
  const site = await startSite({ env: { NODE_OPTIONS: `--import ${streams}` } });
  for (const name of closed) site.process[name]?.destroy();
  for (let round = 0; round < 5; round += 1) {
    site.process.kill('SIGUSR2');
    // Each request is logged.
    expect((await fetch(`${site.url}/en/nothing-${round}`)).status).toBe(404);
  }
  const exited = once(site.process, 'exit');
  site.process.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await site.close();
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a form that is being sent is stored before %s ends the process',
  async (signal) => {
    const site = await startSite();
    const body = new URLSearchParams(validRequest()).toString();
    const connection = connect(Number(new URL(site.url).port), '127.0.0.1');
    let response = '';
    connection.on('data', (chunk: Buffer) => (response += chunk.toString()));
    const closed = once(connection, 'close');
    const exited = once(site.process, 'exit');
    const head = [
      'POST /en/services/evacuation HTTP/1.1',
      `Host: ${new URL(site.url).host}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ];
    connection.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    // The site has begun to read it.
    await fetch(`${site.url}/healthz`);
    site.process.kill(signal);
    await waitFor(() =>
      fetch(`${site.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    connection.write(body.slice(10));
    await closed;
    expect(response).toMatch(/^HTTP\/1\.1 303 /);
    expect(await exited).toEqual([0, null]);
    expect(await siteRows(site, 'SELECT kind FROM enquiries')).toHaveLength(1);
    await site.close();
  },
);
