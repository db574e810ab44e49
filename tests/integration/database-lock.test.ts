import { fileURLToPath } from 'node:url';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import remixConfig from '../../remix.config.js';
import { addMember, type DeskBrowser, inviteMember, signInAs } from '../support/desk-people.ts';
import { formData, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { everyPage } from '../support/every-page.ts';
import { everyAddress } from '../support/every-route.ts';
import { type ForeignLock, lockDatabase } from '../support/foreign-lock.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { newToken } from '../support/resumable-upload.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { waitFor } from '../support/wait-for.ts';

// Another process, such as a shell, locks the SQLite database for writing while visitors and staff use the site.

/** How many addresses are requested at the same time. */
const batchSize = 6;

let site: Site;
let lock: ForeignLock | undefined;
/** A lead who is signed in to the desk. */
let staff: DeskBrowser;
/** The page of a request at the desk. */
let requestPage: string;
/** Every address that can be opened, with the status of its response while nothing is locked. */
let statuses: Map<string, number>;
/** How many entries opening all of them adds to the audit log. */
let readingsPerPass: number;

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '50' } });
  staff = await signInAs(site, await addMember(site, { name: 'Anna', role: 'lead' }));
  const { path: invitation } = await inviteMember(site, { name: 'Lina', role: 'coordinator' });
  const report: SentFile = { name: 'report.pdf', bytes: pdf(1_000) };
  const sent = await submit('/en/services/evacuation', validRequest(), [report]);
  const receipt = new URL(sent.headers.get('Location') ?? '').pathname;
  const [request] = await siteRows(site, 'SELECT reference FROM enquiries');
  requestPage = `/desk/requests/${String(request?.reference)}`;
  const params = { reference: String(request?.reference), number: '1', token: invitation.split('/').at(-1) ?? '' };
  statuses = new Map(
    [
      ...everyPage.map(({ address }) => address),
      ...everyAddress.filter((address) => !address.startsWith('/desk')),
      ...[receipt, `${receipt}/sheet`, `${receipt}/delete`, `${receipt}/files/1`],
      ...deskAddresses(params),
    ].map((address) => [address, 0]),
  );
  for (const batch of batches([...statuses.keys()])) {
    await Promise.all(batch.map(async (address) => statuses.set(address, (await get(address)).status)));
  }
  readingsPerPass = await countReadings();
  await waitFor(async () => (await get('/readyz')).status === 200);
});
afterEach(() => lock?.release());
afterAll(() => site.close());

/** Returns the addresses of all routes of the desk that can be opened, with these values in their paths. */
function deskAddresses(params: Record<string, string>): string[] {
  const routes = flatRoutes(fileURLToPath(new URL('../../app', import.meta.url)), remixConfig.ignoredRouteFiles);
  return Object.values(routes)
    .map(({ path = '' }) => `/${path}`)
    .filter((path) => path.startsWith('/desk') && path !== '/desk/sign-out')
    .map((path) => path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''));
}

function batches(addresses: string[]): string[][] {
  return Array.from({ length: Math.ceil(addresses.length / batchSize) }, (_, index) =>
    addresses.slice(index * batchSize, (index + 1) * batchSize),
  );
}

async function get(path: string): Promise<Response> {
  const headers = path.startsWith('/desk') ? { Cookie: staff.cookie } : undefined;
  const response = await fetch(site.url + path, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

const submit = (path: string, fields: Record<string, string>, files: SentFile[] = []) =>
  fetch(site.url + path, { method: 'POST', redirect: 'manual', body: formData(fields, files) });

async function countRequests(): Promise<number> {
  const [row] = await siteRows(site, 'SELECT count(*) AS count FROM enquiries');
  return Number(row?.count);
}

/** Counts the entries of the audit log about what the lead has opened. */
async function countReadings(): Promise<number> {
  const [row] = await siteRows(
    site,
    "SELECT count(*) AS count FROM desk_audit WHERE action LIKE '%opened' OR action = 'audit_read'",
  );
  return Number(row?.count);
}

/** Whether a promise is still pending after everything that could settle it at once has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, pending))])) === pending;
}

test('every form that was sent meanwhile is stored exactly once as soon as the lock is released', async () => {
  const before = await countRequests();
  lock = await lockDatabase(site);
  const forms = everyForm.map((form) => submit(`/en${form.path}`, { ...form.valid(), 'form-key': newToken() }));
  // The site has read the forms by the time that it has responded to a later request.
  await get('/en/services/evacuation');
  const pending = await Promise.all(forms.map(isPending));
  await lock.release();
  const answers = await Promise.all(forms);
  expect(answers.map(({ status }, index) => [everyForm[index]?.name, status])).toEqual(
    everyForm.map(({ name }) => [name, 303]),
  );
  expect(pending).toEqual(everyForm.map(() => true));
  expect((await countRequests()) - before).toBe(everyForm.length);
  // Nobody is told of such a short lock.
  expect(site.log.filter((line) => line.includes('database_fault'))).toEqual([]);
});

describe.each(['IMMEDIATE', 'EXCLUSIVE'] as const)('while another process has begun a transaction: %s', (mode) => {
  test('every page, of visitors and of the desk, and both health checks respond before a form that waits', async () => {
    const before = await countRequests();
    const readings = await countReadings();
    // So long ago that each request of the desk extends the session.
    await siteRows(site, 'UPDATE desk_sessions SET seen_at = seen_at - 120000');
    lock = await lockDatabase(site, mode);
    const forms: Promise<Response>[] = [];
    const late: string[] = [];
    for (const batch of batches([...statuses.keys(), '/healthz', '/readyz'])) {
      const form = submit('/en/services/evacuation', validRequest());
      forms.push(form);
      const responses = await Promise.all(batch.map((address) => get(address)));
      if (!(await isPending(form))) late.push(...batch);
      const found = batch.map((address, index) => [address, responses[index]?.status]);
      expect(found).toEqual(batch.map((address) => [address, statuses.get(address) ?? 200]));
    }
    expect(late).toEqual([]);
    await lock.release();
    const answers = await Promise.all(forms);
    const stored = answers.filter(({ status }) => status === 303).length;
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(forms.length - stored);
    expect((await countRequests()) - before).toBe(stored);
    // What was read at the desk meanwhile is in the audit log now.
    await expect.poll(async () => (await countReadings()) - readings).toBe(readingsPerPass);
  });
});

test('a form that waits too long comes back with its values, is not stored, and can be sent again', async () => {
  const before = await countRequests();
  lock = await lockDatabase(site);
  const fields = validRequest({ 'form-key': newToken() });
  const refused = await readPage(await submit('/en/services/evacuation', fields));
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30']);
  expect(refused.value('name')).toBe(fields.name);
  expect(refused.value('phone')).toBe(fields.phone);
  const isReady = async () => (await get('/readyz')).status === 200;
  await expect.poll(isReady).toBe(false);
  await lock.release();
  await expect.poll(isReady).toBe(true);
  expect(await countRequests()).toBe(before);
  expect((await submit('/en/services/evacuation', fields)).status).toBe(303);
  expect((await countRequests()) - before).toBe(1);
});

test('a change at the desk waits, is stored exactly once, and comes back if it waits too long', async () => {
  const notes = async (text: string) =>
    (await siteRows(site, 'SELECT details FROM enquiry_events WHERE details LIKE ?', `%${text}%`)).length;
  lock = await lockDatabase(site);
  const sending = staff.send(requestPage, { text: 'Called at nine.' }, 'note');
  await get(requestPage);
  expect(await isPending(sending)).toBe(true);
  await lock.release();
  expect((await sending).status).toBe(303);
  expect(await notes('Called at nine.')).toBe(1);

  lock = await lockDatabase(site);
  const refused = await readPage(await staff.send(requestPage, { text: 'Called at ten.' }, 'note'));
  expect(refused.status).toBe(503);
  expect(refused.text).toContain('Called at ten.');
  await lock.release();
  expect(await notes('Called at ten.')).toBe(0);
});
