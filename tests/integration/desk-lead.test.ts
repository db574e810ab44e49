import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBuffer } from 'yauzl';
import { type Database, openDatabase } from '../../app/database/database.server.ts';
import { readAudit } from '../../app/desk/audit/audit.server.ts';
import { addPerson } from '../../app/desk/people/people.server.ts';
import type { Role } from '../../app/desk/people/person.ts';
import { findSession, startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { verifyAgain } from '../../app/desk/sign-in/verify-again.server.ts';
import { formData, post, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';

// What only leads can do: see weeks, hand out or erase one person's data, and restrict the processing of a request.

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DP';

let api: StandInApi;
let site: Site;
let database: Database;
let lead: Visitor;
let coordinator: Visitor;

beforeAll(async () => {
  api = await startStandInApi();
  site = await startSite({ env: { DESK: 'api', API_URL: api.url, BACKUP_DAYS: '30' } });
  database = await openDatabase(join(site.dataDir, 'site.db'));
  lead = await signIn('lead');
  coordinator = await signIn('coordinator');
});
afterAll(async () => {
  await database.destroy();
  await site.close();
  await api.close();
});

interface Visitor {
  id: string;
  get(path: string): Promise<Response>;
  /** Posts a form with the session's token. */
  send(path: string, fields: Record<string, string | string[]>): Promise<Response>;
  /** Makes the desk ask for a code again, as it does after some time. */
  forgetCode(): Promise<void>;
}

/** Adds a person and opens a session for them, as signing in does. */
async function signIn(role: Role, name: string = role): Promise<Visitor> {
  const now = Date.now();
  const added = await addPerson(
    database,
    { email: `${name}@desk.example`, name: `A ${name}`, role, language: 'en' },
    null,
    now,
  );
  if (!added) throw new Error('The person already exists');
  const { id } = added.person;
  await database.updateTable('desk_people').set({ password: 'x', totp_secret: secret }).where('id', '=', id).execute();
  const token = await database.transaction().execute((transaction) => startSession(transaction, id, false, now));
  const headers = { Cookie: `desk=${token}` };
  const get = (path: string) => fetch(site.url + path, { headers, redirect: 'manual' });
  return {
    id,
    get,
    async send(path, fields) {
      const formToken = /name="token" value="([^"]+)"/.exec(await (await get('/desk/account')).text())?.[1] ?? '';
      const body = new URLSearchParams({ token: formToken });
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(name, value);
      }
      const sent = { ...headers, Origin: site.url };
      return fetch(site.url + path, { method: 'POST', headers: sent, body, redirect: 'manual' });
    },
    async forgetCode() {
      await database.updateTable('desk_sessions').set({ verified_at: 0 }).where('person_id', '=', id).execute();
    },
  };
}

/** Returns a code that has not been used yet. */
async function freshCode(): Promise<string> {
  await database.updateTable('desk_people').set({ totp_step: 0 }).execute();
  return new TOTP({ secret }).generate();
}

/** Sends a request. @returns its reference */
async function receive(fields: Record<string, string>, files: { name: string; bytes: Uint8Array }[] = []) {
  const request = validRequest(fields);
  expect((await post(site, 'ar', formData(request, files))).status).toBe(303);
  const rows = await database.selectFrom('enquiries').select(['reference', 'fields']).execute();
  return rows.find((row) => row.fields.includes(JSON.stringify(request.name)))?.reference ?? '';
}

async function actionsAbout(reference: string): Promise<string[]> {
  const entries = await readAudit(database, { limit: 1000 });
  return entries.filter(({ subject }) => subject === reference).map(({ action }) => action);
}

/** Reads all files of an archive. */
function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return reject(error);
      const found = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(found));
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as Parameters<typeof zip.openReadStream>[0], (failure, stream) => {
          if (failure) return reject(failure);
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(chunks));
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

test('of thirteen wrong codes at once, none is checked after the fifth, and all are in the audit log', async () => {
  const { id } = await signIn('coordinator', 'guesser');
  const token = await database.transaction().execute((transaction) => startSession(transaction, id, false, Date.now()));
  const session = await findSession(database, token, Date.now());
  if (!session) throw new Error('no session');
  const results = await Promise.all(
    Array.from({ length: 13 }, (_, index) => verifyAgain(database, session, `00000${index}`, Date.now())),
  );
  expect(results).toEqual(results.map(() => false));
  expect(await verifyAgain(database, session, await freshCode(), Date.now())).toBe(false);
  expect(await findSession(database, token, Date.now())).toBeUndefined();
  const actions = (await actionsAbout(id)).filter((action) => /entry|session/.test(action));
  expect(actions.sort()).toEqual([...Array<string>(14).fill('entry_refused'), 'session_ended']);
});

describe('a coordinator', () => {
  test.each(['/desk/weeks', '/desk/person'])('finds nothing at %s', async (path) => {
    expect((await lead.get(path)).status).toBe(200);
    for (const response of [
      await coordinator.get(path),
      await coordinator.send(path, { intent: 'find', q: 'Ahmad' }),
      await coordinator.get(`${path}?_data=routes%2F${path.slice(1).replace('/', '.')}`),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.text()).not.toMatch(/Weeks|One person|Ahmad/);
    }
    expect(await (await coordinator.get('/desk/requests')).text()).not.toContain(`href="${path}"`);
  });

  test('cannot restrict a request', async () => {
    const reference = await receive({});
    expect(await (await coordinator.get(`/desk/requests/${reference}`)).text()).not.toContain('value="restrict"');
    const response = await coordinator.send(`/desk/requests/${reference}`, { intent: 'restrict', version: '0' });
    expect(response.status).toBe(403);
    const row = await database
      .selectFrom('enquiries')
      .select('restricted_at')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    expect(row.restricted_at).toBeNull();
  });
});

describe('weeks', () => {
  test('count requests, without names', async () => {
    const reference = await receive({ name: 'Weeks Person', phone: '+965 1234 5678' });
    const page = await (await lead.get('/desk/weeks')).text();
    expect(page).toContain('Kuwait');
    expect(page).not.toContain('Weeks Person');
    expect((await lead.get('/desk/weeks?weeks=52')).status).toBe(200);
    expect(await actionsAbout(reference)).toEqual([]);
  });

  test('are downloaded only with a code, and the download is recorded', async () => {
    await lead.forgetCode();
    const refused = await lead.send('/desk/weeks', { code: '000000' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('name="code"');
    const response = await lead.send('/desk/weeks', { code: await freshCode() });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const csv = Buffer.from(await response.arrayBuffer()).toString();
    expect(csv).toMatch(/^\uFEFFWeek from;Kind;Country;Requests;/);
    expect(csv).not.toMatch(/Weeks Person|1234/);
    const [newest] = await readAudit(database, { limit: 1 });
    expect(newest).toMatchObject({ action: 'weeks_exported', personId: lead.id });
  });
});

describe('one person’s data', () => {
  test('is found by name, phone and email, and nothing is found without a search', async () => {
    const reference = await receive({ name: 'سارة القحطاني', phone: '+974 5512 3456', email: 'sara@mail.example' });
    await receive({ name: 'Somebody Else', phone: '+974 5599 9999', email: 'else@mail.example' });
    for (const q of ['ساره', '٥٥١٢ ٣٤٥٦', 'SARA@mail', reference]) {
      const page = await (await lead.send('/desk/person', { intent: 'find', q })).text();
      expect([q, page.includes(`value="${reference}"`), page.includes('Somebody Else')]).toEqual([q, true, false]);
    }
    const empty = await (await lead.send('/desk/person', { intent: 'find', q: '  ' })).text();
    expect(empty).not.toContain('name="reference"');
    expect((await lead.get('/desk/person?q=Somebody')).url).toContain('?q=');
    expect(await (await lead.get('/desk/person?q=Somebody')).text()).not.toContain('Somebody Else');
  });

  test('is handed out as a folder, but only with a code', async () => {
    const files = [
      { name: 'تقرير.pdf', bytes: pdf(5000, 3) },
      { name: 'second.pdf', bytes: pdf(900_000, 4) },
    ];
    const reference = await receive({ name: '<b>Folder</b> Person', origin: 'Riyadh (RUH)' }, files);
    const form = { intent: 'hand-out', q: 'Folder', reference };
    await lead.forgetCode();
    const refused = await lead.send('/desk/person', { ...form, code: '123' });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('Content-Type')).toContain('text/html');
    expect(await actionsAbout(reference)).not.toContain('request_exported');

    const response = await lead.send('/desk/person', { ...form, code: await freshCode() });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="person.zip"');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const folder = await unpack(Buffer.from(await response.arrayBuffer()));
    const name = `${reference.slice(0, 4)}-${reference.slice(4)}`;
    expect(Array.from(folder.keys())).toEqual([
      `${name}/${name}.html`,
      `${name}/${name}.json`,
      `${name}/files/1 تقرير.pdf`,
      `${name}/files/2 second.pdf`,
    ]);
    for (const [index, { name: fileName, bytes }] of files.entries()) {
      expect(folder.get(`${name}/files/${index + 1} ${fileName}`)?.equals(Buffer.from(bytes))).toBe(true);
    }
    const document = folder.get(`${name}/${name}.html`)?.toString() ?? '';
    for (const text of [
      '<html lang="ar" dir="rtl">',
      '&lt;b&gt;Folder',
      'Wunschtermin',
      'evacuation-',
      new URL(api.url).host,
    ]) {
      expect(document).toContain(text);
    }
    expect(document).not.toMatch(/<script|<b>Folder|A lead/);
    expect(JSON.parse(folder.get(`${name}/${name}.json`)?.toString() ?? '')).toMatchObject({
      kind: 'evacuation',
      fields: { name: '<b>Folder</b> Person' },
    });
    expect(await actionsAbout(reference)).toEqual(['request_exported']);
  });

  test('is handed out with files of equal names apart', async () => {
    const files = [1, 2].map((number) => ({ name: 'image.pdf', bytes: pdf(500, number) }));
    const reference = await receive({ name: 'Equal Names', origin: 'Riyadh (RUH)' }, files);
    const form = { intent: 'hand-out', q: 'Equal', reference, code: await freshCode() };
    const response = await lead.send('/desk/person', form);
    const folder = await unpack(Buffer.from(await response.arrayBuffer()));
    const name = `${reference.slice(0, 4)}-${reference.slice(4)}`;
    expect(Array.from(folder.keys()).slice(2)).toEqual([`${name}/files/1 image.pdf`, `${name}/files/2 image.pdf`]);
    expect(folder.get(`${name}/${name}.html`)?.toString()).toContain('>2 image.pdf<');
  });

  test('is not handed out or erased if nothing is ticked', async () => {
    for (const intent of ['hand-out', 'ask', 'erase']) {
      const response = await lead.send('/desk/person', { intent, q: 'Folder' });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Tick at least one request.');
    }
  });

  test('is erased after confirmation and a code, and the page lists what lies outside the site', async () => {
    const first = await receive({ name: 'Erase Me', phone: '+974 1111 2222' }, [{ name: 'a.pdf', bytes: pdf(900, 9) }]);
    const second = await receive({ name: 'Erase Me Too', phone: '+974 1111 2222' });
    const restricted = await receive({ name: 'Erase Me Not', phone: '+974 1111 2222' });
    await database
      .updateTable('enquiries')
      .set({ restricted_at: Date.now() })
      .where('reference', '=', restricted)
      .execute();
    const reference = [first, second, restricted];
    const question = await lead.send('/desk/person', { intent: 'ask', q: '', reference });
    const asked = await question.text();
    expect(asked).toContain('Erase these requests?');
    expect(asked).not.toContain(restricted);

    await lead.forgetCode();
    expect((await lead.send('/desk/person', { intent: 'erase', reference, code: '000000' })).status).toBe(400);
    expect(await existing(reference)).toHaveLength(3);

    const response = await lead.send('/desk/person', { intent: 'erase', reference, code: await freshCode() });
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const text of ['What lies outside this website', new URL(api.url).host, '30 days', 'A lead']) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('Erase Me');
    expect(await existing(reference)).toEqual([restricted]);
    expect(await actionsAbout(first)).toEqual(['request_erased']);
    expect(await actionsAbout(restricted)).toEqual([]);
    expect((await lead.send('/desk/person', { intent: 'erase', reference: first })).status).toBe(400);
  });
});

async function existing(references: string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('enquiries')
    .select('reference')
    .where('reference', 'in', references)
    .where('erased_at', 'is', null)
    .execute();
  return rows.map(({ reference }) => reference);
}

test('a lead restricts a request and lifts the restriction; the family sees both on its page', async () => {
  const request = validRequest({ name: 'Restricted Person' });
  const sent = await post(site, 'en', formData(request));
  const receipt = sent.headers.get('Location') ?? '';
  const rows = await database.selectFrom('enquiries').select(['reference', 'fields']).execute();
  const reference = rows.find(({ fields }) => fields.includes('Restricted Person'))?.reference ?? '';
  const path = `/desk/requests/${reference}`;
  expect((await lead.send(path, { intent: 'restrict', text: 'asked on the phone', version: '0' })).status).toBe(303);
  const page = await (await lead.get(path)).text();
  for (const text of ['Processing restricted', 'asked on the phone', 'Restricted since', 'value="lift"']) {
    expect(page).toContain(text);
  }
  const family = await (await fetch(new URL(receipt, site.url))).text();
  expect(family).toContain('As you asked, we only keep your details');
  expect(family).not.toContain('asked on the phone');
  expect((await lead.send(path, { intent: 'lift', version: '1' })).status).toBe(303);
  expect(await (await fetch(new URL(receipt, site.url))).text()).toContain('We are working on your request again');
});

test('lists show why a request was erased, which families to call now and, for leads, what will be erased', async () => {
  const erased = await receive({ name: 'Gone' });
  const due = await receive({ name: 'Call Me' });
  const expiring = await receive({ name: 'Nearly Over' });
  const now = Date.now();
  const set = (reference: string, values: Record<string, number | string>) =>
    database.updateTable('enquiries').set(values).where('reference', '=', reference).execute();
  await set(erased, { erased_at: now, erased_because: 'visitor', fields: '{}' });
  await set(due, { call_again_at: now - 60_000, taken_at: now, state: 'taken' });
  await set(expiring, { expiry_announced_at: now, taken_at: now, state: 'taken' });
  const list = await (await lead.get('/desk/requests?show=all')).text();
  expect(list).toContain('Erased by the family');
  expect(list).toMatch(/Call again \d\d:\d\d/);
  expect(list).toContain('Will be erased because nobody has closed them: 1');
  expect(await (await coordinator.get('/desk/requests?show=all')).text()).not.toContain('Will be erased because');
});
