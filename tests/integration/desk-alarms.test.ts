import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../app/database/database.server.ts';
import { addPerson } from '../../app/desk/people/people.server.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import type { RequestNotice } from '../../app/notices/notice.ts';
import { formData, post, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import { pdf } from '../support/medical-files.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '../support/notice-receiver.ts';
import { type Page, readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { waitFor } from '../support/wait-for.ts';

// What ends the alarm of an urgent request, on the built site: every form of the request's page, and the command line.

const token = 'a-token-of-the-company-own-system-0001';

let site: Site;
let siteUrl: string;
let receiver: NoticeReceiver;
let database: Database;
let me: string;
let colleague: string;
let headers: Record<string, string>;

beforeAll(async () => {
  receiver = await startNoticeReceiver();
  const port = await freePort('127.0.0.1');
  siteUrl = `http://127.0.0.1:${port}`;
  site = await startSite({
    env: {
      ...{ NOTIFY_URL: receiver.url, NOTIFY_SECRET: noticeSecret, ESCALATE_MINUTES: '60', RATE_LIMIT_FACTOR: '1000' },
      ...{ PORT: String(port), SITE_URL: siteUrl, API_CALLBACK_TOKEN: token, DESK: 'inbox' },
    },
  });
  database = await openDatabase(join(site.dataDir, 'site.db'));
});
afterAll(async () => {
  await database.destroy();
  await site.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});

async function addLead(name: string): Promise<string> {
  const person = { email: `${name}@desk.example`, name, role: 'lead', language: 'en' } as const;
  return (await addPerson(database, person, null, Date.now()))?.person.id ?? '';
}

/** Sends an urgent request, and waits for its first notice. @returns its reference */
async function receive(): Promise<string> {
  const request = validRequest({ date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) });
  expect((await post(site, 'en', formData(request))).status).toBe(303);
  const rows = await database.selectFrom('enquiries').select(['reference', 'fields']).execute();
  const reference = rows.find(({ fields }) => fields.includes(JSON.stringify(request.name)))?.reference ?? '';
  await waitFor(() => noticesAbout(reference).length === 1);
  return reference;
}

const noticesAbout = (reference: string) =>
  receiver.received
    .map(({ notice }) => notice as RequestNotice)
    .filter((notice) => notice.reference === format(reference));
const format = (reference: string) => `${reference.slice(0, 4)}-${reference.slice(4)}`;

async function readRow(reference: string) {
  return database
    .selectFrom('enquiries')
    .innerJoin('alarms', 'enquiry_id', 'enquiries.id')
    .select(['enquiries.id', 'owner', 'state', 'taken_at', 'next_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
}

/** Lets the next reminder come due. @returns whether it is sent, rather than dropped */
async function alarmGoesOn(reference: string): Promise<boolean> {
  const { id } = await readRow(reference);
  await database.updateTable('alarms').set({ next_at: 1 }).where('enquiry_id', '=', id).execute();
  await waitFor(async () => (await readRow(reference)).next_at !== 1);
  if ((await readRow(reference)).next_at === null) return false;
  await waitFor(() => noticesAbout(reference).some(({ type }) => type === 'request.not_taken'));
  return true;
}

const get = async (path: string): Promise<Page> =>
  readPage(await fetch(site.url + path, { headers, redirect: 'manual' }));

/** The place of a request in a list, counted from 0; -1 if it is not in the list. */
async function placeIn(filter: string, reference: string): Promise<number> {
  const { document } = await get(`/desk/requests?show=${filter}`);
  const cards = document.querySelectorAll('.desk-card');
  return cards.findIndex((card) => card.querySelector(`a[href="/desk/requests/${reference}"]`));
}

test('before the desk has accounts, a notice names the command', async () => {
  const reference = await receive();
  expect(noticesAbout(reference)).toEqual([expect.not.objectContaining({ link: expect.anything() as unknown })]);
  expect((await runEnquiries(site, 'take', reference)).code).toBe(0);
  expect(await alarmGoesOn(reference)).toBe(false);
});

test('from the first account on, without a restart, a notice leads to the page of its request', async () => {
  me = await addLead('sara');
  colleague = await addLead('omar');
  const session = await database
    .transaction()
    .execute((transaction) => startSession(transaction, me, false, Date.now()));
  headers = { Cookie: `desk=${session}` };
  const reference = await receive();
  const [notice] = noticesAbout(reference);
  expect(notice?.link).toBe(`${siteUrl}/desk/requests/${format(reference)}`);
  const page = await get(`/desk/requests/${format(reference)}`);
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/Taken\s*not yet/);
});

/** What a button of the page means. `fields`: those that a person fills in, for each way to fill them in. */
interface Meaning {
  fields?: (() => Record<string, string>)[];
  /** Whether somebody then looks after the request: one answer for each way. */
  looksAfter: boolean[];
  owner?: () => string | null;
}

const yes: Meaning = { looksAfter: [true] };
const no: Meaning = { looksAfter: [false], owner: () => null };

/** By the value of the button. Each button on the page must have an entry. */
const meanings: Record<string, Meaning> = {
  take: yes,
  call: { fields: [() => ({ outcome: 'reached' }), () => ({ outcome: 'not_reached' })], looksAfter: [true, false] },
  note: { ...no, fields: [() => ({ text: 'a note' })] },
  assign: { fields: [() => ({ person: colleague })], looksAfter: [true], owner: () => colleague },
  state: {
    fields: ['waiting', 'hospital', 'answered'].map((state) => () => ({ state })),
    looksAfter: [true, true, true],
  },
  close: { fields: [() => ({ reason: 'other' })], looksAfter: [true] },
  restrict: { ...no, fields: [() => ({ text: 'asked for it' })] },
  ask: { fields: [() => ({ text: 'Which hospital?' })], looksAfter: [true] },
  send: { fields: [() => ({ text: '' })], looksAfter: [true] },
  link: no,
};

test('every button of the page is known here', async () => {
  const { document } = await get(`/desk/requests/${await receive()}`);
  const buttons = document.querySelectorAll('form[method=post] button[name=intent]');
  expect(new Set(buttons.map((button) => button.getAttribute('value')))).toEqual(new Set(Object.keys(meanings)));
});

const ways = Object.entries(meanings).flatMap(([intent, { looksAfter, fields = [() => ({})], owner }]) =>
  looksAfter.map((answer, index) => ({
    intent,
    index,
    fill: fields[index] ?? (() => ({})),
    looksAfter: answer,
    owner,
  })),
);

test.each(ways)('$intent $index', async ({ intent, fill, looksAfter, owner = () => me }) => {
  const reference = await receive();
  const path = `/desk/requests/${reference}`;
  const { document } = await get(path);
  const form = document
    .querySelectorAll('form[method=post]')
    .find((one) => one.querySelector(`button[value=${intent}]`));
  const hidden = form?.querySelectorAll('input[type=hidden]') ?? [];
  const fields = {
    ...Object.fromEntries(hidden.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])),
    ...{ intent, ...fill() },
  };
  const response = await fetch(site.url + (form?.getAttribute('action') ?? path), {
    method: 'POST',
    headers: { ...headers, Origin: siteUrl },
    body: intent === 'send' ? formData(fields, [{ name: 'offer.pdf', bytes: pdf(900) }]) : new URLSearchParams(fields),
    redirect: 'manual',
  });
  expect([200, 303]).toContain(response.status);

  const isClosed = intent === 'close';
  const row = await readRow(reference);
  expect([row.owner, row.taken_at !== null]).toEqual([owner(), looksAfter]);
  expect(await placeIn('nobody', reference)).toBe(owner() === null ? 0 : -1);
  expect((await placeIn('mine', reference)) >= 0).toBe(owner() === me && !isClosed);
  const { document: list } = await get('/desk/requests');
  const card = list.querySelectorAll('.desk-card').find((one) => one.querySelector(`a[href="${path}"]`));
  // The red mark and the reason stay while the alarm goes on.
  expect(card?.classList.contains('desk-card-urgent') ?? false).toBe(!looksAfter);
  expect(card?.textContent.includes('within three days') ?? false).toBe(!looksAfter);
  if (!looksAfter) expect(await placeIn('open', reference)).toBe(0);
  expect(await alarmGoesOn(reference)).toBe(!looksAfter);
  // The next request must be the only one with an alarm.
  if (!looksAfter) expect((await runEnquiries(site, 'take', reference)).code).toBe(0);
});

test.each(['command line', 'callback'])('taken by the %s: the alarm ends, and the request is nobody’s', async (by) => {
  const reference = await receive();
  if (by === 'command line') {
    expect((await runEnquiries(site, 'take', reference)).code).toBe(0);
  } else {
    const response = await fetch(`${site.url}/api/requests/${reference}/status`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"state":"taken"}',
    });
    expect(response.status).toBe(200);
  }
  expect(await alarmGoesOn(reference)).toBe(false);
  expect(await placeIn('nobody', reference)).toBeGreaterThanOrEqual(0);
  expect((await get(`/desk/requests/${reference}`)).document.querySelector('button[value=take]')).not.toBeNull();
});
