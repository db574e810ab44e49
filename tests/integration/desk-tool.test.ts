import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { exifBlock, exifSegment, findLocations, jpegWith } from '../support/located-pictures.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { waitFor } from '../support/wait-for.ts';

// Runs the staff's command-line tool while a site is running that delivers to the product's API.

let api: StandInApi;
let site: Site;
let folder: string;
beforeAll(async () => {
  api = await startStandInApi();
  site = await startSite({ env: { DESK: 'api', API_URL: api.url } });
  folder = await mkdtemp(join(tmpdir(), 'desk-'));
});
afterAll(async () => {
  await site.close();
  await api.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  api.setBehaviour('ok');
  api.received.length = 0;
});

const files = [
  { name: 'تقرير.pdf', bytes: pdf(5000, 3) },
  { name: 'x.jpg', bytes: jpeg },
  { name: 'X.jpg', bytes: Buffer.concat([jpeg, Buffer.from('2')]) },
];

/** Runs the tool. @returns its JSON output @throws if the tool fails */
async function runJson(...args: string[]): Promise<unknown> {
  const { code, output, errors } = await runEnquiries(site, ...args, '--json');
  if (code !== 0) throw new Error(errors);
  return JSON.parse(output);
}

interface ListedEnquiry {
  reference: string;
  name?: string;
  erased?: { because: string };
  delivery?: { state: string; lastError: string | null; attempts: number };
  waitsTooLong: boolean;
}
const listEnquiries = async (...args: string[]) => (await runJson('list', ...args)) as ListedEnquiry[];
const findByName = async (name: string | undefined) => (await listEnquiries()).find((enquiry) => enquiry.name === name);

/** Sends a request. @returns the submitted values */
async function sendWithoutFiles() {
  const request = validRequest();
  await post(site, 'en', formData(request, []));
  return request;
}

/** Sends a request, whether or not the API accepts it. @returns its reference */
async function sendRequest(fields: Record<string, string> = {}, attached = files): Promise<string> {
  await post(site, 'ar', formData(validRequest(fields), attached));
  return (await listEnquiries())[0]?.reference ?? '';
}

/** Stores a name that no form accepts, as an older version of the site might have done. */
async function rename(reference: string, name: string): Promise<void> {
  const database = await openDatabase(join(site.dataDir, 'site.db'));
  const stored = reference.replace('-', '');
  const { fields } = await database
    .selectFrom('enquiries')
    .select('fields')
    .where('reference', '=', stored)
    .executeTakeFirstOrThrow();
  const renamed = JSON.stringify({ ...(JSON.parse(fields) as object), name });
  await database.updateTable('enquiries').set({ fields: renamed }).where('reference', '=', stored).execute();
  await database.destroy();
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('list', () => {
  test('prints a tab-separated line for each enquiry, newest first, without colours', async () => {
    const first = await sendRequest();
    const second = await sendRequest({ name: 'Second' });
    await rename(first, 'أحمد\u001B[31m العلي\u202E');
    const { output, code } = await runEnquiries(site, 'list');
    expect(code).toBe(0);
    const lines = output.split('\n');
    expect(lines.slice(0, 2).map((line) => line.split('\t')[0])).toEqual([second, first]);
    expect(lines[0]).toMatch(
      /^[0-9A-Z]{4}-[0-9A-Z]{4}\t\d{4}-\d\d-\d\d \d\d:\d\d\tdelivered\t\tevacuation\tSecond\t3 files\tar\tapi \(1\)\t$/,
    );
    expect(lines[1]).toMatch(/\tأحمد \[31m العلي\t/);
    expect(output).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u202E]/);
  });

  test('marks overdue and refused enquiries with the reason, and filters by state', async () => {
    // The refused request comes first: otherwise the API would also refuse the waiting one when the site retries it.
    api.setBehaviour('refuses');
    const refused = await sendRequest();
    api.setBehaviour('error');
    await post(site, 'ar', formData(validRequest(), files));
    // Postpones the next attempt at once, before the site retries.
    const database = await openDatabase(join(site.dataDir, 'site.db'));
    const values = { created_at: Date.now() - 16 * 60_000, next_attempt_at: Date.now() + 60 * 60_000 };
    await database.updateTable('parcels').set(values).where('state', '=', 'waiting').execute();
    await database.destroy();

    const waiting = (await listEnquiries())[0]?.reference ?? '';
    const { output } = await runEnquiries(site, 'list');
    expect(output).toMatch(new RegExp(`^${waiting}\\t.*\\twaiting for too long\\t.*\\tapi \\(1\\)\\tstatus 500$`, 'm'));
    expect(output).toMatch(new RegExp(`^${refused}\\t.*\\trefused\\t.*\\tapi \\(1\\)\\tstatus 422$`, 'm'));
    expect(await listEnquiries('--state', 'refused')).toMatchObject([{ reference: refused, waitsTooLong: false }]);
    expect(await listEnquiries('--state', 'waiting')).toMatchObject([{ reference: waiting, waitsTooLong: true }]);
    api.setBehaviour('ok');
    expect(await runJson('requeue', waiting)).toEqual({ reference: waiting, parcels: 1 });
    expect(await runJson('requeue', '--refused')).toEqual({ parcels: 1 });
    await waitFor(async () => (await listEnquiries('--state', 'delivered')).length === (await listEnquiries()).length);
  });
});

describe('show', () => {
  test('prints every field as text, every file, and the state of each outbox message', async () => {
    const reference = await sendRequest({ date: '' });
    await rename(reference, 'Ahmad \u001B[31m');
    const { output } = await runEnquiries(site, 'show', reference.toLowerCase().replace('-', ' '));
    expect(output).toMatch(/^Preferred date +No date given$/m);
    expect(output).toMatch(/^From +King Khalid International Airport, Riyadh, Saudi Arabia \(RUH\)$/m);
    expect(output).toMatch(/^Phone number +\+966501234567$/m);
    expect(output).toMatch(
      new RegExp(
        `^file 1\\tmessage 0\\t5000 bytes\\tapplication/pdf\\tsha256 ${sha256(pdf(5000, 3))}\\tتقرير\\.pdf$`,
        'm',
      ),
    );
    expect(output).toMatch(/^message 0\tenquiry\t\S+ \S+\tapi delivered\t1 attempt\tdelivered \S+ \S+$/m);
    expect(output).not.toContain('\u001B');
    const shown = await runJson('show', reference);
    // Other programs depend on these names.
    const names = ['number', 'purpose', 'desk', 'state', 'attempts', 'lastError', 'createdAt', 'deliveredAt'];
    expect(Object.keys((shown as { parcels: object[] }).parcels[0] ?? {})).toEqual([...names, 'mayBeOutside']);
    expect(shown).toMatchObject({
      ...{ reference, kind: 'evacuation', language: 'ar', fields: { origin: 'Riyadh (RUH)', phone: '+966501234567' } },
      files: files.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256(bytes), parcel: 0 })),
      parcels: [{ number: 0, purpose: 'enquiry', desk: 'api', state: 'delivered', attempts: 1, lastError: null }],
    });
  });
});

describe('take', () => {
  test('records a single event, which show and export list', async () => {
    const reference = await sendRequest();
    expect(await runJson('show', reference)).toMatchObject({ takenAt: null, events: [] });
    expect(await runJson('take', reference)).toEqual({ reference, takenNow: true });
    expect(await runJson('take', reference)).toEqual({ reference, takenNow: false });
    const shown = (await runJson('show', reference)) as { takenAt: string; events: object[] };
    expect(shown.events).toEqual([{ kind: 'taken', at: shown.takenAt, source: 'command-line' }]);
    expect((await runEnquiries(site, 'show', reference)).output).toMatch(/^event taken\t\S+ \S+\tcommand-line$/m);
    const { output } = await runEnquiries(site, 'export');
    const exported = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { reference: string; events: object[] });
    expect(exported.find((enquiry) => enquiry.reference === reference)?.events).toEqual(shown.events);
  });
});

describe('files', () => {
  test('copies the files unchanged, makes duplicate names unique, and overwrites nothing', async () => {
    const reference = await sendRequest();
    const target = join(folder, 'copies');
    const names = ['تقرير.pdf', 'x.jpg', '2 X.jpg'];
    expect(await runJson('files', reference, target)).toEqual(names.map((name) => join(target, name)));
    const copied = await Promise.all(names.map(async (name) => sha256(await readFile(join(target, name)))));
    expect(copied).toEqual(files.map(({ bytes }) => sha256(bytes)));
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect((await stat(join(target, 'x.jpg'))).mode & 0o777).toBe(0o600);
    const repeated = await runEnquiries(site, 'files', reference, target);
    expect(repeated).toMatchObject({ code: 2, errors: expect.stringContaining('already exists') as string });
  });

  test('copies a photo without its location', async () => {
    const photo = jpegWith(exifSegment(exifBlock('MM').bytes));
    const reference = await sendRequest({}, [{ name: 'photo.jpg', bytes: photo }]);
    const [path = ''] = (await runJson('files', reference, join(folder, 'photos'))) as string[];
    const copied = await readFile(path);
    expect(copied).toHaveLength(photo.length);
    expect([findLocations(photo).length > 0, findLocations(copied)]).toEqual([true, []]);
  });
});

describe('done', () => {
  test('closes an enquiry, and "take" reopens it', async () => {
    const { name } = await sendWithoutFiles();
    const { reference = '' } = (await findByName(name)) ?? {};
    expect((await runEnquiries(site, 'done', reference, '--reason', 'arranged')).output).toMatch(
      /^\S{9} is closed\. It will be erased after 14 days; until then, this reopens it: npm run enquiries -- take \S{9}\n$/,
    );
    expect(await runJson('done', reference)).toEqual({ reference, closedNow: false });
    expect(await findByName(name)).toMatchObject({ reference });
    expect(await runJson('take', reference)).toEqual({ reference, takenNow: true });
    expect(await runJson('done', reference)).toEqual({ reference, closedNow: true });
  });
});

describe('erase', () => {
  test('erases nothing if nobody can confirm it', async () => {
    const { name } = await sendWithoutFiles();
    const { reference = '' } = (await findByName(name)) ?? {};
    expect(await runEnquiries(site, 'erase', reference)).toMatchObject({
      ...{ code: 2, output: '' },
      errors: expect.stringContaining('use --yes') as string,
    });
    expect(await findByName(name)).toMatchObject({ reference });
  });

  test('does not erase an enquiry whose processing is restricted', async () => {
    const { name } = await sendWithoutFiles();
    const { reference = '' } = (await findByName(name)) ?? {};
    const database = await openDatabase(join(site.dataDir, 'site.db'));
    await database
      .updateTable('enquiries')
      .set({ restricted_at: Date.now() })
      .where('reference', '=', reference.replace('-', ''))
      .execute();
    await database.destroy();
    expect(await runEnquiries(site, 'erase', reference, '--yes')).toMatchObject({
      ...{ code: 2, output: '' },
      errors: expect.stringContaining('restricted') as string,
    });
    expect(await findByName(name)).toMatchObject({ reference });
  });

  test('erases an enquiry and prints what was erased; its receipt still responds', async () => {
    const request = validRequest();
    const response = await post(site, 'en', formData(request, files));
    const { reference = '' } = (await findByName(request.name)) ?? {};
    const { output, code } = await runEnquiries(site, 'erase', reference, '--yes');
    expect(code).toBe(0);
    expect(output).toBe(
      `Erased ${reference}: its fields, 3 files, 1 message.\nReference, kind, country and dates remain.\n`,
    );
    expect((await listEnquiries('--state', 'erased')).find((enquiry) => enquiry.reference === reference)).toEqual({
      ...{
        reference,
        kind: 'evacuation',
        receivedAt: expect.any(String) as string,
        takenAt: null,
        waitsTooLong: false,
      },
      erased: { at: expect.any(String) as string, because: 'done' },
    });
    expect((await runEnquiries(site, 'show', reference)).output).toMatch(/^Erased +.* was erased on .* \(done\)$/m);
    expect(await runJson('erase', reference)).toEqual({ reference, erasedNow: false });
    expect(await runEnquiries(site, 'files', reference, join(folder, 'none'))).toMatchObject({ code: 2 });
    expect((await fetch(response.headers.get('Location') ?? '')).status).toBeLessThan(500);
  });

  test('prints the state of an enquiry that the desk has not received', async () => {
    api.setBehaviour('refuses');
    const reference = await sendRequest();
    expect((await runEnquiries(site, 'erase', reference, '--yes')).output).toContain('its state was: refused');
  });

  test('does not disturb the site during a delivery to a slow API', async () => {
    api.setBehaviour('slow');
    const request = validRequest();
    const pendingPost = post(site, 'en', formData(request, files));
    await waitFor(() => api.received.length === 1);
    const { reference = '' } = (await findByName(request.name)) ?? {};
    expect(await runJson('erase', reference, '--yes')).toMatchObject({
      erasedNow: true,
      deliveryWas: 'waiting',
      overwritten: true,
    });
    expect((await pendingPost).status).toBe(502);
    await waitFor(() => api.received[0]?.accepted === true);
    await pause(1500);
    api.setBehaviour('ok');
    expect((await send(site)).status).toBe(303);
    expect(api.received.filter(({ parts }) => parts.some(({ value }) => value === request.name))).toHaveLength(1);
    expect(await findByName(request.name)).toBeUndefined();
    expect(site.log.join('\n')).not.toMatch(/"level":[56]0.*(?:internal error|could not be (?:read|renewed))/);
  });
});

describe('erase while the API is still reading', () => {
  let server: Server;
  let ownSite: Site;
  afterEach(async () => {
    await ownSite.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('deletes the files during the delivery; the site abandons the attempt and keeps running', async () => {
    const calls: { finish: () => void }[] = [];
    // An API that reads no body until `finish` is called.
    server = createServer((request, response) => {
      calls.push({
        finish: () => void request.resume().on('end', () => response.end('{"success":true}')),
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ownSite = await startSite({
      env: { DESK: 'api', API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    const large = [1, 2, 3].map((seed) => ({ name: `${seed}.pdf`, bytes: pdf(8_000_000, seed) }));
    const pendingPost = send(ownSite, {}, large);
    await waitFor(() => calls.length === 1);
    const [enquiry] = JSON.parse((await runEnquiries(ownSite, 'list', '--json')).output) as ListedEnquiry[];
    expect(await runEnquiries(ownSite, 'erase', enquiry?.reference ?? '', '--yes')).toMatchObject({ code: 0 });
    expect(await ownSite.storedFiles()).toEqual([]);
    calls[0]?.finish();
    expect((await pendingPost).status).toBe(502);
    await pause(1500);
    expect(calls).toHaveLength(1);
    expect((await fetch(`${ownSite.url}/en`)).status).toBe(200);
    expect((JSON.parse((await runEnquiries(ownSite, 'list', '--json')).output) as ListedEnquiry[])[0]).toMatchObject({
      erased: { because: 'done' },
    });
  });
});

describe('requeue', () => {
  test('delivers a refused enquiry within seconds, and only once', async () => {
    api.setBehaviour('refuses');
    const reference = await sendRequest();
    api.setBehaviour('ok');
    api.received.length = 0;
    expect(await runJson('requeue', reference)).toEqual({ reference, parcels: 1 });
    await waitFor(() => api.received.length > 0);
    await pause(1500);
    expect(api.received).toHaveLength(1);
    expect((await runEnquiries(site, 'requeue', reference)).output).toMatch(/^Due now: 0 messages/);
  });
});

describe('purge', () => {
  test('erases expired enquiries, prints how many, and keeps recent and undelivered ones', async () => {
    api.setBehaviour('refuses');
    const refused = await sendRequest();
    api.setBehaviour('ok');
    const old = await sendRequest();
    const recent = await sendRequest();
    const database = await openDatabase(join(site.dataDir, 'site.db'));
    const longAgo = { received_at: Date.now() - 200 * 24 * 60 * 60 * 1000 };
    const references = [old, refused].map((reference) => reference.replace('-', ''));
    await database.updateTable('enquiries').set(longAgo).where('reference', 'in', references).execute();
    await database.destroy();
    expect((await runEnquiries(site, 'purge')).output).toBe(
      'Erased: 1 enquiry (closed 14 days ago, or 180 days old), 0 unsubmitted forms.\n',
    );
    expect((await listEnquiries('--state', 'erased')).map(({ reference }) => reference)).toContain(old);
    const remaining = (await listEnquiries()).filter(({ erased }) => !erased).map(({ reference }) => reference);
    expect(remaining).toEqual(expect.arrayContaining([recent, refused]));
  });
});

describe('export', () => {
  test('writes every enquiry with its files into a folder that only this user can access', async () => {
    const reference = await sendRequest({ name: 'أحمد' });
    const target = join(folder, 'export');
    const { enquiries, files: count } = (await runJson('export', target)) as { enquiries: number; files: number };
    const all = await listEnquiries();
    expect(enquiries).toBe(all.length);
    expect(count).toBeGreaterThanOrEqual(3);
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    const names = await readdir(target);
    for (const enquiry of all) expect(names).toContain(`${enquiry.reference}.json`);
    const exported = JSON.parse(await readFile(join(target, `${reference}.json`), 'utf8')) as { copies: string[] };
    expect(exported).toMatchObject({ reference, fields: { name: 'أحمد' }, files: [{ name: 'تقرير.pdf' }, {}, {}] });
    const copied = await Promise.all(exported.copies.map(async (path) => sha256(await readFile(join(target, path)))));
    expect(copied).toEqual(files.map(({ bytes }) => sha256(bytes)));
    expect(await runEnquiries(site, 'export', target)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is not empty') as string,
    });
  });

  test('prints JSON lines, oldest first, if no folder is given, and omits enquiries before --since', async () => {
    const { output } = await runEnquiries(site, 'export');
    const lines = output.trimEnd().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as { reference: string });
    expect(exported.map(({ reference }) => reference)).toEqual(
      (await listEnquiries()).map(({ reference }) => reference).reverse(),
    );
    expect((await runEnquiries(site, 'export', '--since', '2000-01-01')).output).toBe(output);
    expect(await runEnquiries(site, 'export', '--since', '2999-01-01')).toMatchObject({ code: 0, output: '' });
  });
});

test('help is printed to standard output, usage errors to standard error', async () => {
  expect(await runEnquiries(site, '--help')).toMatchObject({
    ...{ code: 0, errors: '' },
    output: expect.stringMatching(/^Usage: npm run enquiries -- COMMAND/) as string,
  });
  for (const args of [
    ['show', 'ZZZZ-ZZZZ'],
    ['done', 'x'],
    ['erase', 'x', '--yes'],
    ['requeue', 'ZZZZ-ZZZZ'],
    ['list', '--state', 'lost'],
    [],
  ]) {
    expect(await runEnquiries(site, ...args)).toMatchObject({ code: 2, output: '' });
  }
});
