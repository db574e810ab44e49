import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../app/database/database.server.ts';
import { readAudit } from '../../app/desk/audit/audit.server.ts';
import { addPerson } from '../../app/desk/people/people.server.ts';
import type { Role } from '../../app/desk/people/person.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { deskTexts } from '../../app/desk/texts/desk-texts.ts';
import { exifBlock, exifSegment, findLocations, jpegWith } from '../support/located-pictures.ts';
import { svg } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';
import { waitFor } from '../support/wait-for.ts';

// Leads change the company facts at /desk/company; two processes on the same data show them.

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DP';
const t = deskTexts.en.company;
const picture = jpegWith(exifSegment(exifBlock('MM').bytes));

let mail: StandInMailServer;
let site: Site;
let other: Site;
let database: Database;
/** The version with which a test starts. */
let start = 0;
let anna: Visitor;
let omar: Visitor;
beforeAll(async () => {
  mail = await startStandInMailServer();
  site = await startSite({ env: { SMTP_URL: mail.url, MAIL_FROM: 'desk@rihla.example' } });
  other = await startSite({ dataDir: site.dataDir });
  database = await openDatabase(join(site.dataDir, 'site.db'));
  anna = await signIn('Anna', 'lead');
  omar = await signIn('Omar', 'lead');
});
afterAll(async () => {
  await database.destroy();
  await other.kill();
  await site.close();
  await mail.close();
});
beforeEach(async () => {
  // Version numbers are never reused: start from a version without facts, as an undo would save it.
  start = (await versions()).length + start + 1;
  const saved = { saved_at: 0, saved_by: 'the test', person_id: null };
  await database
    .insertInto('company_versions')
    .values({ version: start, facts: null, ...saved })
    .execute();
  await database.deleteFrom('contact_changes').execute();
});

interface Visitor {
  id: string;
  get(path?: string): Promise<Response>;
  /** Posts a form as the page shows it, with some fields changed. @param id of the form */
  send(page: Page, id: string, changes?: Record<string, string | File>, intent?: string): Promise<Response>;
}

/** Adds a person and opens a session for them, as signing in does. */
async function signIn(name: string, role: Role, verifiedAt = Date.now()): Promise<Visitor> {
  const added = await addPerson(database, { email: `${name}@desk.example`, name, role, language: 'en' }, null, 0);
  if (!added) throw new Error('The person already exists');
  const { id } = added.person;
  await database.updateTable('desk_people').set({ password: 'x', totp_secret: secret }).where('id', '=', id).execute();
  const token = await database.transaction().execute((transaction) => startSession(transaction, id, true, Date.now()));
  await database.updateTable('desk_sessions').set({ verified_at: verifiedAt }).where('person_id', '=', id).execute();
  const headers = { Cookie: `desk=${token}` };
  return {
    id,
    get: (path = '/desk/company') => fetch(site.url + path, { headers, redirect: 'manual' }),
    send(page, formId, changes = {}, intent = 'save') {
      const form = page.document.getElementById(formId);
      if (!form) throw new Error(`The page has no form ${formId}`);
      const body = new FormData();
      for (const control of form.querySelectorAll('input, textarea')) {
        const { name = '', type, value = '' } = control.attributes;
        const isLeftOut = type === 'checkbox' && control.getAttribute('checked') === undefined;
        if (type !== 'file' && !isLeftOut) body.append(name, control.tagName === 'TEXTAREA' ? control.text : value);
      }
      for (const [name, value] of Object.entries(changes)) body.set(name, value);
      body.set('intent', intent);
      return fetch(`${site.url}/desk/company`, { method: 'POST', headers, body, redirect: 'manual' });
    },
  };
}

const pageOf = async (visitor: Visitor) => readPage(await visitor.get());
const read = async (from: Site, path: string) => (await fetch(from.url + path)).text();
/** The versions that a test has saved. */
const versions = () =>
  database.selectFrom('company_versions').selectAll().where('version', '>', start).orderBy('version').execute();
/** The items of the error summary. */
const errorsOf = ({ errors }: Page) => errors.filter(({ target }) => target !== undefined);

/** Sends a form that must be saved. */
async function save(visitor: Visitor, id: string, changes: Record<string, string | File>, intent?: string) {
  const response = await visitor.send(await pageOf(visitor), id, changes, intent);
  expect(response.status).toBe(303);
  return response;
}

const newPerson = { 'name.ar': 'ليلى', 'name.en': 'Leyla', 'role.ar': 'منسقة', 'role.en': 'Coordinator' };
const file = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);

test('a change is on the pages of all processes at the next request, and gone once undone', async () => {
  for (const process of [site, other]) expect(await read(process, '/en')).not.toContain('+49 30 5550001');
  const response = await save(anna, 'form-contact', { phone: '+49 30 555-00 01' });
  expect(response.headers.get('Location')).toBe('/desk/company?saved=contact#contact');
  for (const process of [site, other]) expect(await read(process, '/en')).toContain('+49 30 555 00 01');

  const page = await pageOf(anna);
  expect(page.text).toContain(`Version ${start + 1} · Anna`);
  const form = page.document.querySelector('form:has(button[value=undo])');
  form?.setAttribute('id', 'undo');
  expect((await anna.send(page, 'undo', {}, 'undo')).headers.get('Location')).toBe('/desk/company?undone');
  for (const process of [site, other]) expect(await read(process, '/en')).not.toContain('+49 30 555 00 01');
  expect((await pageOf(anna)).text).toContain(`Version ${start + 2} · Anna`);

  const [undone, changed] = await readAudit(database, { limit: 2 });
  expect(changed).toMatchObject({ action: 'company_changed', personId: anna.id, subject: String(start + 1) });
  expect(undone).toMatchObject({ action: 'company_changed', personId: anna.id, subject: String(start + 2) });
});

test('an invalid fact is refused with the reason beside its field, what was typed stays, and nothing is saved', async () => {
  const response = await anna.send(await pageOf(anna), 'form-contact', { phone: '030', email: 'new@rihla.example' });
  expect(response.status).toBe(400);
  const page = await readPage(response);
  expect(errorsOf(page)).toEqual([{ text: `${t.field.phone}: ${t.problem.phone}`, target: '#phone' }]);
  const control = page.document.getElementById('phone');
  expect(control?.getAttribute('value')).toBe('030');
  expect(control?.getAttribute('aria-describedby')).toBe('phone-error');
  expect(page.document.getElementById('phone-error')?.text).toBe(t.problem.phone);
  expect(page.value('email')).toBe('new@rihla.example');
  expect(page.document.getElementById('contact')?.getAttribute('open')).toBeDefined();
  expect(await versions()).toEqual([]);
});

describe('two leads', () => {
  test('the slower one learns who was faster, nothing is overwritten, and what was typed stays', async () => {
    const stale = await pageOf(omar);
    await save(anna, 'form-contact', { phone: '+49 30 5550001' });
    const response = await omar.send(stale, 'form-contact', { phone: '+49 30 5550002' });
    expect(response.status).toBe(409);
    const page = await readPage(response);
    expect(page.text).toContain('Anna was faster');
    const control = page.document.getElementById('phone');
    expect(control?.getAttribute('value')).toBe('+49 30 5550002');
    expect(page.document.getElementById('phone-hint')?.text).toBe('Now on the site: +49 30 5550001');
    expect(await versions()).toHaveLength(1);

    expect((await omar.send(page, 'form-contact')).status).toBe(303);
    expect(await read(site, '/en')).toContain('+49 30 5550002');
  });

  test('a change to an entry that somebody has removed does not overwrite another entry', async () => {
    await save(anna, 'form-people-1', newPerson);
    await save(anna, 'form-people-2', { ...newPerson, 'name.en': 'Ali' });
    const stale = await pageOf(omar);
    await save(anna, 'form-people-1', {}, 'remove');
    const response = await omar.send(stale, 'form-people-1', { 'role.en': 'Doctor' });
    expect(response.status).toBe(409);
    const page = await readPage(response);
    expect(page.text).toContain('changed or removed this entry');
    expect(page.document.getElementById('people.0.name.en')?.getAttribute('value')).toBe('Ali');
    expect(page.document.getElementById('people.1.role.en')?.getAttribute('value')).toBe('Doctor');
  });

  test('only the newest version is undone', async () => {
    await save(anna, 'form-contact', { phone: '+49 30 5550001' });
    const stale = await pageOf(omar);
    stale.document.querySelector('form:has(button[value=undo])')?.setAttribute('id', 'undo');
    await save(anna, 'form-contact', { phone: '+49 30 5550002' });
    expect((await omar.send(stale, 'undo', {}, 'undo')).status).toBe(409);
    expect(await read(site, '/en')).toContain('+49 30 5550002');
  });

  test('each is told of a changed number on every page until they confirm it', async () => {
    await save(anna, 'form-contact', { whatsapp: '+49 30 5550007' });
    for (const visitor of [anna, omar]) {
      const told = await readPage(await visitor.get('/desk/requests'));
      expect(told.text.replace(/[\u2066-\u2069]/g, '').replace(/\u00a0/g, ' ')).toMatch(
        /Anna changed “WhatsApp” on .*: from \+49 .* to \+49 30 5550007\./,
      );
    }
    const told = await readPage(await omar.get('/desk/requests'));
    told.document.querySelector('form:has(button[value=seen])')?.setAttribute('id', 'seen');
    expect((await omar.send(told, 'seen', {}, 'seen')).status).toBe(303);
    expect((await readPage(await omar.get('/desk/requests'))).text).not.toContain('5550007');
    expect((await readPage(await anna.get('/desk/requests'))).text).toContain('5550007');
  });
});

test('leads get an email about a changed number', async () => {
  await save(anna, 'form-contact', { emergencyPhone: '+49 30 5550008' });
  const mailed = () =>
    mail.received.filter(({ email }) => email.text?.replace(/\u00a0/g, ' ').includes('+49 30 5550008'));
  await waitFor(() => mailed().length >= 2);
  const recipients = mailed().flatMap((received) => received.recipients);
  expect(recipients.sort()).toEqual(['anna@desk.example', 'omar@desk.example']);
});

describe('a picture', () => {
  test('is shown without its location, stays when its person is changed, and is removed', async () => {
    await save(anna, 'form-people-1', { ...newPerson, 'picture-file': file(picture, 'leyla.jpg') });
    const html = await read(other, '/en/about');
    const [path = ''] = /\/company-pictures\/\w+\.jpg/.exec(html) ?? [];
    const shown = Buffer.from(await (await fetch(other.url + path)).arrayBuffer());
    expect(shown.subarray(0, 2)).toEqual(picture.subarray(0, 2));
    expect(findLocations(shown)).toEqual([]);

    await save(anna, 'form-people-1', { 'role.en': 'Doctor' });
    expect(await read(site, '/en/about')).toContain(path);
    await save(anna, 'form-people-1', { 'picture-remove': 'on' });
    expect(await read(site, '/en/about')).not.toContain(path);
  });

  test.each([
    ['that is really an SVG', file(svg, 'leyla.png'), 'leyla.png is not a JPEG, PNG or WebP picture'],
    [
      'that is too large',
      file(Buffer.concat([picture, Buffer.alloc(3_000_000)]), 'large.jpg'),
      'a picture may be at most 500 kB',
    ],
  ])('%s is refused at its field, and nothing is saved', async (_, chosen, reason) => {
    const response = await anna.send(await pageOf(anna), 'form-people-1', { ...newPerson, 'picture-file': chosen });
    expect(response.status).toBe(400);
    const page = await readPage(response);
    expect(errorsOf(page)).toMatchObject([{ target: '#people.0.picture' }]);
    expect(page.document.getElementById('people.0.picture-error')?.text).toContain(reason);
    expect(page.document.getElementById('people.0.name.en')?.getAttribute('value')).toBe('Leyla');
    expect(await versions()).toEqual([]);
  });

  test('need not be chosen again if something else was refused', async () => {
    const chosen = { ...newPerson, 'name.en': '', 'picture-file': file(picture, 'leyla.jpg') };
    const refused = await readPage(await anna.send(await pageOf(anna), 'form-people-1', chosen));
    expect(errorsOf(refused)).toMatchObject([{ target: '#people.0.name.en' }]);
    expect((await anna.send(refused, 'form-people-1', { 'name.en': 'Leyla' })).status).toBe(303);
    expect(await read(site, '/en/about')).toContain('/company-pictures/');
  });
});

test('the first save stores nothing from the environment, and an emptied fact is gone', async () => {
  await save(anna, 'form-paidBy', { 'paidBy.ar': 'يدفع المريض.', 'paidBy.en': 'The patient pays us.' });
  const [first] = await versions();
  expect(JSON.parse(first?.facts ?? '')).toEqual({ paidBy: { ar: 'يدفع المريض.', en: 'The patient pays us.' } });
  expect(await read(site, '/en/about')).toContain('The patient pays us.');
  await save(anna, 'form-paidBy', { 'paidBy.ar': '', 'paidBy.en': '' });
  expect(await read(site, '/en/about')).not.toContain('The patient pays us.');
});

test('a code is asked for again a few minutes after the last one', async () => {
  const late = await signIn('Late', 'lead', Date.now() - 6 * 60_000);
  const page = await pageOf(late);
  expect(page.document.getElementById('form-contact-code')).not.toBeNull();
  const typed = { phone: '+49 30 5550001', code: '000000' };
  const refused = await readPage(await late.send(page, 'form-contact', typed));
  expect(refused.status).toBe(400);
  expect(errorsOf(refused)).toMatchObject([{ target: '#form-contact-code' }]);
  expect(refused.value('phone')).toBe('+49 30 5550001');
  expect(await versions()).toEqual([]);

  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await late.send(refused, 'form-contact', { code })).status).toBe(303);
  expect(await versions()).toHaveLength(1);
});

test('coordinators and visitors have no access to the page', async () => {
  const coordinator = await signIn('Ali', 'coordinator');
  expect((await coordinator.get()).status).toBe(404);
  const page = await pageOf(anna);
  expect((await coordinator.send(page, 'form-contact', { phone: '+49 30 5550001' })).status).toBe(404);
  const response = await fetch(`${site.url}/desk/company`, { redirect: 'manual' });
  expect(response.headers.get('Location')).toBe('/desk/sign-in?to=%2Fdesk%2Fcompany');
  expect(await versions()).toEqual([]);
});

test('a form from another session changes nothing', async () => {
  const response = await omar.send(await pageOf(anna), 'form-contact', { phone: '+49 30 5550001' });
  expect(response.status).toBe(403);
  expect(await versions()).toEqual([]);
});

test('the log contains no facts', async () => {
  await save(anna, 'form-contact', { phone: '+49 30 5550001' });
  expect(site.log.join('\n')).not.toContain('5550001');
});
