import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../app/database/database-error.ts';
import { migrations } from '../../app/database/migrations.server.ts';
import { connectPostgres, type PostgresServer } from '../../app/database/postgres/postgres-server.server.ts';
import type { Tables } from '../../app/database/tables.ts';
import { parsePostgresAddress } from '../../app/env/addresses/postgres-address.ts';
import { joinAs } from '../support/desk-people.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyRoute } from '../support/every-route.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { newToken } from '../support/resumable-upload.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { waitFor } from '../support/wait-for.ts';

// The database is stopped, or hangs, while visitors and staff use the site. The site is not restarted afterwards.

const phone = '+49 30 23125 010';
const callbackToken = 'callback-token-0123456789-abcdefgh';
const searchPath =
  '/en/search/flights?origin=RUH&destination=BER&depart_date=2031-01-05&adults=1&children=0&infants=0&travelClass=Y';
/** How long it takes until a database counts as hanging (ms). */
const hangTime = 8_000;
/** Pages that need no database. */
const inMemory = ['/ar', '/en/about', '/en/costs'];

let postgres: Postgres;
let api: StandInApi;
let site: Site;
let url: string;
/** The path of a receipt. */
let receipt: string;
/** The headers of somebody who is signed in to the desk. */
let staff: { Cookie: string };

beforeAll(async () => {
  postgres = await startPostgres();
  api = await startStandInApi();
  url = await postgres.createDatabase();
  site = await startSite({
    env: {
      ...{ DATABASE_URL: url, DESK: 'api', API_URL: api.url, API_CALLBACK_TOKEN: callbackToken },
      ...{ RATE_LIMIT_FACTOR: '20' },
    },
  });
  staff = { Cookie: `desk=${await openDeskSession()}` };
  const stored = await submit('/en/services/evacuation', validRequest());
  receipt = new URL(stored.headers.get('Location') ?? '').pathname;
  for (const path of [searchPath, ...inMemory]) expect((await fetch(site.url + path)).status, path).toBe(200);
  expect((await fetch(`${site.url}/desk/requests`, { headers: staff })).status).toBe(200);
});
afterAll(async () => {
  await postgres.thaw();
  await site.close();
  await api.close();
  await postgres.close();
});

function connect(maxConnections: number): Promise<PostgresServer> {
  const address = parsePostgresAddress(url);
  if ('problem' in address) throw new Error(address.problem);
  return connectPostgres(address, maxConnections, () => undefined);
}

async function openDeskSession(): Promise<string> {
  const server = await connect(2);
  const database = await server.open<Tables>(migrations);
  const now = Date.now();
  const member = await joinAs(database, { name: 'Anna', role: 'lead' }, now);
  const session = await member.session(database, now);
  await server.close();
  return session ?? '';
}

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { method: 'POST', redirect: 'manual', body: formData(fields), headers });
const get = (path: string) => fetch(site.url + path, { headers: staff, redirect: 'manual' });
const isReady = async () => (await fetch(`${site.url}/readyz`)).status === 200;
const deliveriesOf = ({ name }: Record<string, string>) =>
  api.received.filter(({ accepted, parts }) => accepted && parts.some(({ value }) => value === name));

/** Returns all values of a form on a page, as a browser would send them. */
function fieldsOf(page: Page): Record<string, string> {
  const inputs = page.document.querySelectorAll('main form[method=post] input[type=hidden]');
  return Object.fromEntries(
    inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  );
}

function expectOutagePage(page: Page, language: string, path: string): void {
  expect([path, page.status, page.headers.get('Retry-After')]).toEqual([path, 503, '30']);
  expect(page.document.querySelector('a[href^="tel:"]')?.textContent, path).toContain(phone);
  expect(page.document.querySelector('html')?.getAttribute('lang'), path).toBe(language);
  expect(page.headers.get('Cache-Control'), path).toContain('no-store');
}

/** Sends a GET and a POST to an address that responds with these statuses if nothing is wrong. */
async function expectNoFault(path: string, getStatus: number, postStatus: number): Promise<void> {
  const page = await readPage(await get(path));
  expect([getStatus, 200, 503], path).toContain(page.status);
  if (page.status === 503) {
    expect(page.headers.get('Retry-After'), path).toBe('30');
    expect(page.html, path).toContain(phone);
  }
  const posted = await fetch(site.url + path, { method: 'POST', redirect: 'manual', body: new FormData() });
  expect([postStatus, 303, 400, 503], path).toContain(posted.status);
  if (posted.status === 503) expect(posted.headers.get('Retry-After'), path).toBe('30');
}

describe.each([
  { outage: 'is stopped', begin: () => postgres.stop('immediate'), end: () => postgres.start() },
  { outage: 'hangs', begin: () => postgres.freeze(), end: () => postgres.thaw() },
])('while the database $outage', ({ outage, begin, end }) => {
  beforeAll(async () => {
    await waitFor(isReady);
    await begin();
  });
  afterAll(end);

  test('pages that read from it respond with 503 in time, and pages in memory at once', async () => {
    let isReading = true;
    const reading = Promise.all(
      [get(receipt), get(searchPath), get('/desk/requests'), submit('/ar/services/evacuation', validRequest())].map(
        async (response) => (await response).status,
      ),
    ).finally(() => (isReading = false));
    const pages = await Promise.all(inMemory.map((path) => get(path)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    if (outage === 'hangs') expect(isReading).toBe(true);
    expect(await reading).toEqual([503, 503, 503, 503]);
    // From then on, nobody waits for it.
    const next = get(receipt).then(() => 'answered');
    if (outage === 'hangs') expect(await Promise.race([next, pause(hangTime, 'waited')])).toBe('answered');
    await next;
  });

  test('/healthz says that the process is alive, /readyz that nothing can be stored', async () => {
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    // /readyz caches its last response for a second.
    await expect.poll(isReady).toBe(false);
    const { problems } = (await (await fetch(`${site.url}/readyz`)).json()) as { problems: string[] };
    expect(problems.join()).toContain('The database cannot be written');
  });

  test('no address fails: each responds as usual, or with 503, the phone number and Retry-After', async () => {
    const routes = everyRoute.filter(({ id }) => !id.startsWith('routes/api.'));
    for (const { id, paths, getStatus, postStatus } of routes) {
      await Promise.all(paths.map((path) => expectNoFault(path, getStatus, postStatus)));
      const data = await get(`${paths[0] ?? ''}${paths[0]?.includes('?') ? '&' : '?'}_data=${id}`);
      expect(data.status, id).not.toBe(500);
    }
  });

  test.each(['ar', 'en'])(
    'pages of requests and searches are in the language of their address: %s',
    async (language) => {
      const inLanguage = (path: string) => path.replace(/^\/en/, `/${language}`);
      const pages = [receipt, `${receipt}/delete`, `${receipt}/sheet`, `${receipt}/files/1`, searchPath];
      for (const path of [...pages, '/en/open/AAAAAAAAAAAAAAAAAAAAAA'].map(inLanguage)) {
        expectOutagePage(await readPage(await get(path)), language, path);
      }
    },
  );

  test('a form comes back with its values', async () => {
    const fields = validRequest({ 'form-key': newToken() });
    for (const path of [
      '/ar/services/evacuation',
      '/en/contact',
      '/en/book-flight?search=x&offer=y',
      '/en/call-back',
    ]) {
      const page = await readPage(await submit(path, fields));
      expect([path, page.status, page.headers.get('Retry-After')]).toEqual([path, 503, '30']);
      expect(page.value('phone'), path).toBe(fields.phone);
      expect(page.document.querySelector('[role=alert] a[href^="tel:"]')?.textContent, path).toContain(phone);
    }
  });

  test('what was typed on a receipt or at the desk is shown, and can be sent again when the database is back', async () => {
    const details = { kind: 'details', name: 'Ahmad Ali', phone: '+966 50 765 4321', email: 'new@example.com' };
    const corrected = await readPage(await submit(receipt, details));
    expectOutagePage(corrected, 'en', receipt);
    expect(corrected.text).toContain(details.phone);
    expect(fieldsOf(corrected)).toMatchObject(details);

    const desk = '/desk/requests/AAAAAAAA';
    const note = { token: 'of-the-session', intent: 'note', text: 'Called twice.\r\nCall again <b>tonight</b>.' };
    const refused = await readPage(await submit(desk, note, staff));
    expectOutagePage(refused, 'en', desk);
    expect(refused.text).toContain('Call again <b>tonight</b>.');
    expect(fieldsOf(refused)).toMatchObject(note);

    const facts = { token: 'of-the-session', section: 'contact', phone: '+971 4 000 0000' };
    const unsaved = await readPage(await submit('/desk/company', facts, staff));
    expectOutagePage(unsaved, 'en', '/desk/company');
    expect(unsaved.text).toContain(facts.phone);
    expect(fieldsOf(unsaved)).toMatchObject(facts);

    const signIn = { email: 'anna@example.com', password: 'a secret password', code: '123456' };
    const signInPage = await readPage(await submit('/desk/sign-in?language=de', signIn));
    expectOutagePage(signInPage, 'de', '/desk/sign-in');
    expect(signInPage.html).not.toContain(signIn.password);

    await end();
    await expect.poll(isReady).toBe(true);
    const sentAgain = await submit(receipt, fieldsOf(corrected));
    expect(sentAgain.status).toBe(303);
    expect((await readPage(await get(receipt))).text).toContain(details.email);
    await begin();
  });

  test('the company’s system is told to report later', async () => {
    const response = await fetch(`${site.url}/api/requests/AAAA-AAAA/status`, {
      ...{ method: 'POST', body: JSON.stringify({ state: 'taken' }) },
      headers: { Authorization: `Bearer ${callbackToken}` },
    });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30']);
  });
});

test.each([
  { outage: 'is stopped', begin: () => postgres.stop('immediate'), end: () => postgres.start() },
  { outage: 'hangs', begin: () => postgres.freeze(), end: () => postgres.thaw() },
])('a process can be stopped while the database $outage', async ({ begin, end }) => {
  const other = await startSite({ env: { DATABASE_URL: url } });
  await Promise.all(Array.from({ length: 5 }, () => fetch(other.url + receipt)));
  await begin();
  other.process.kill('SIGTERM');
  await waitFor(() => other.process.exitCode !== null);
  expect(other.process.exitCode, other.log.join('\n')).toBe(0);
  await end();
  await other.close();
});

test('a statement that finds no free connection in time fails as in an outage', async () => {
  const server = await connect(1);
  const database = await server.open<Tables>(migrations);
  await database.transaction().execute(async () => {
    await expect(server.query({ text: 'SELECT 1' })).rejects.toThrow(DatabaseUnavailableError);
  });
  await server.close();
});

describe('when the database hangs in the middle of requests', () => {
  beforeAll(() => waitFor(isReady));

  test('nothing confirmed is lost, and what was not confirmed is stored once when it is sent again', async () => {
    const requests = Array.from({ length: 60 }, () => validRequest({ 'form-key': newToken() }));
    const responses: Promise<Response>[] = [];
    for (const [index, request] of requests.entries()) {
      responses.push(submit('/en/services/evacuation', request));
      if (index === requests.length / 2) {
        await Promise.race(responses);
        await postgres.freeze();
      }
      await pause(20);
    }
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    // 502: stored, and about to be delivered.
    expect(statuses.some((status) => status !== 503)).toBe(true);
    expect(new Set(statuses)).toContain(503);
    expect(statuses.filter((status) => ![303, 502, 503].includes(status))).toEqual([]);
    await postgres.thaw();
    await expect.poll(isReady).toBe(true);
    for (const [index, request] of requests.entries()) {
      if (statuses[index] === 503) {
        expect([303, 502]).toContain((await submit('/en/services/evacuation', request)).status);
      }
    }
    const { output } = await runEnquiries({ dataDir: site.dataDir, env: { DATABASE_URL: url } }, 'list', '--json');
    for (const { name = '' } of requests) expect(output.split(`"${name}"`), name).toHaveLength(2);
    // A message that was being delivered waits until its lease has ended, a minute at most.
    if (process.env.SOAK) await waitFor(() => requests.every((request) => deliveriesOf(request).length > 0));
    // If the outcome of a delivery could not be stored, it is repeated with the same key.
    for (const request of requests) {
      const keys = deliveriesOf(request).map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size, request.name).toBeLessThanOrEqual(1);
      expect(keys).not.toContain(undefined);
    }
    expect(site.process.exitCode).toBeNull();
  });
});
