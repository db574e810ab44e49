import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let api: Server;
let respond: (response: ServerResponse) => void;
beforeAll(async () => {
  api = createServer((request, response) => {
    response.on('error', () => undefined);
    request.resume().on('end', () => respond(response));
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
  respond = sendJson({ success: true });
  expect((await send(site)).status, 'the site still works').toBe(303);
  expect(site.log.join('\n')).not.toMatch(/evil|"level":60/);
});

const sendText =
  (body: string, status = 200, type = 'application/json') =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'Content-Type': type }).end(body);
const sendJson = (body: unknown) => sendText(JSON.stringify(body));

/** Responses from the product's API that do not report success. */
const invalidResponses: [name: string, respond: (response: ServerResponse) => void][] = [
  ['100,000 opening brackets', sendText('['.repeat(100_000))],
  ['30,000 nested lists', sendText('['.repeat(30_000) + ']'.repeat(30_000))],
  ['5,000 nested objects', sendText(`${'{"success":'.repeat(5000)}true${'}'.repeat(5000)}`)],
  ['a megabyte', sendText(`{"success":true,"evil":"${'x'.repeat(1_000_000)}"}`)],
  ['success in a prototype', sendText('{"__proto__":{"success":true}}')],
  ['success in a constructor', sendText('{"constructor":{"prototype":{"success":true}}}')],
  ['success as a string', sendJson({ success: 'true' })],
  ['success as a number', sendJson({ success: 1 })],
  ['success in a list', sendJson([{ success: true }])],
  ['success followed by a failure', sendText('{"success":true,"success":false}')],
  ['a page with status 200', sendText('<html><script>evil()</script>success: true</html>', 200, 'text/html')],
  ['nothing with status 200', sendText('')],
  ['nothing with status 204', (response) => void response.writeHead(204).end()],
  [
    'a redirect',
    (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/evil' }).end('{"success":true}'),
  ],
  ['success with status 500', sendText('{"success":true}', 500)],
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

test.each(invalidResponses)(
  '%s from the desk: the page says that the request is stored, but not that it is delivered',
  async (_name, invalidResponse) => {
    respond = invalidResponse;
    const page = await readPage(await send(site));
    expect(page.status).toBe(502);
    expect(page.document.querySelector('[role=alert] a[href*="/requests/"]')).not.toBeNull();
    expect(page.html).not.toContain('evil');
  },
);

test('an endless response from the desk uses bounded memory', async () => {
  respond = (response) => {
    const chunk = 'x'.repeat(1_000_000);
    const writeMore = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', writeMore);
    };
    response.writeHead(200);
    writeMore();
  };
  expect((await send(site)).status).toBe(502);
  const status = await readFile(`/proc/${site.process.pid}/status`, 'utf8');
  expect(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]), 'kilobytes').toBeLessThan(400 * 1024);
});
