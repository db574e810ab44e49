import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let api: Server;
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  api = createServer((request, response) => {
    response.on('error', () => undefined);
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  site = await startSite({ env: { DESK: 'api', API_URL: url, RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(async () => {
  await site.close();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
});
afterEach(async () => {
  answer = json({ success: true });
  expect((await send(site)).status, 'the site still works').toBe(303);
  expect(site.log.join('\n')).not.toMatch(/evil|"level":60/);
});

const text =
  (body: string, status = 200, type = 'application/json') =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'Content-Type': type }).end(body);
const json = (body: unknown) => text(JSON.stringify(body));

/** Invalid responses of the product's API, none of which is a success. */
const answers: [name: string, answer: (response: ServerResponse) => void][] = [
  ['100,000 brackets', text('['.repeat(100_000))],
  ['30,000 brackets that close', text('['.repeat(30_000) + ']'.repeat(30_000))],
  ['5,000 nested objects', text(`${'{"success":'.repeat(5000)}true${'}'.repeat(5000)}`)],
  ['a megabyte', text(`{"success":true,"evil":"${'x'.repeat(1_000_000)}"}`)],
  ['success in a prototype', text('{"__proto__":{"success":true}}')],
  ['success in a constructor', text('{"constructor":{"prototype":{"success":true}}}')],
  ['success as a string', json({ success: 'true' })],
  ['success as a number', json({ success: 1 })],
  ['success in a list', json([{ success: true }])],
  ['success followed by a failure', text('{"success":true,"success":false}')],
  ['a page with status 200', text('<html><script>evil()</script>success: true</html>', 200, 'text/html')],
  ['nothing with status 200', text('')],
  ['nothing with status 204', (response) => void response.writeHead(204).end()],
  [
    'a redirect',
    (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/evil' }).end('{"success":true}'),
  ],
  ['success with status 500', text('{"success":true}', 500)],
  ['invalid UTF-8', (response) => void response.writeHead(200).end(Buffer.from([0xff, 0xfe, 0x7b]))],
  [
    'half a response',
    (response) => {
      response.writeHead(200, { 'Content-Length': '5000' }).write('{"success":true');
      setTimeout(() => response.destroy(), 50);
    },
  ],
  ['no response', (response) => void response.destroy()],
];

test.each(answers)(
  '%s from the desk: the visitor learns that the request is stored, not that it was delivered',
  async (_name, invalid) => {
    answer = invalid;
    const page = await readPage(await send(site));
    expect(page.status).toBe(502);
    expect(page.document.querySelector('[role=alert] a[href*="/requests/"]')).not.toBeNull();
    expect(page.html).not.toContain('evil');
  },
);

test('an endless response uses bounded memory', async () => {
  answer = (response) => {
    const chunk = 'x'.repeat(1_000_000);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    response.writeHead(200);
    more();
  };
  expect((await send(site)).status).toBe(502);
  const status = await readFile(`/proc/${site.process.pid}/status`, 'utf8');
  expect(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]), 'kilobytes').toBeLessThan(400 * 1024);
});
