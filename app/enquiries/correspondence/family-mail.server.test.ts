import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { openNoticeOutbox } from '#app/notices/notice-outbox.server.ts';
import type { MailResult, OutgoingMail } from '#app/outbound/mail-transport.server.ts';
import type { EventKind } from '../progress/progress.ts';
import { recordEvent } from '../progress/record-event.server.ts';
import { formatReference } from '../reference.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { storeEnquiry } from '../store/store-enquiry.server.ts';
import { setEmailPreference } from './email-preference.server.ts';
import { familyMail, holdTime } from './family-mail.server.ts';
import { familyMailProbe, maxFamilyMails } from './family-mail-limits.server.ts';
import { openSentLink } from './sent-links.server.ts';

const day = 24 * 60 * 60_000;
const fields = {
  ...{ name: 'Мария Иванова', phone: '+79161234567', email: 'Maria@example.org', origin: 'SVO', destination: 'MUC' },
  ...{ diagnosis: 'инсульт' },
};

let database: Database;
let now: number;
let mails: OutgoingMail[];
let respond: () => MailResult;
let log: string[];
let outbox: ReturnType<typeof openNoticeOutbox>;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  now = Date.UTC(2027, 2, 27);
  mails = [];
  log = [];
  respond = () => ({ accepted: ['Maria@example.org'] });
  const transport = { send: (mail: OutgoingMail) => (mails.push(mail), Promise.resolve(respond())) };
  const options = { database, transport, from: 'desk@c.example', origin: 'https://c.example', phone: () => '+49 30 1' };
  outbox = openNoticeOutbox(
    database,
    { everybody: [], escalation: [], family: familyMail(options, () => now) },
    pino({}, { write: (line: string) => void log.push(line) }),
    () => now,
  );
});

afterEach(async () => {
  await database.destroy();
});

async function newRequest(email = fields.email) {
  const enquiry = {
    kind: 'evacuation' as const,
    language: 'ru' as const,
    fields: { ...fields, email },
    attachments: [],
    privacyNotice: 'x',
  };
  return storeEnquiry(database, enquiry, 'inbox', now);
}

const record = (id: string, kind: EventKind) =>
  database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, id);
    if (enquiry) await recordEvent(transaction, enquiry, { kind, at: now, source: 'command-line' }, now);
  });

async function deliver() {
  await outbox.tick();
  await outbox.idle();
}

const linkIn = (mail: OutgoingMail | undefined) =>
  /https:\/\/c\.example\/en\/open\/([\w-]+)/.exec(JSON.stringify(mail?.text))?.[1];

test('sends the link once it is wanted, then news, with nothing about the request but its reference', async () => {
  const { id, reference } = await newRequest();
  await record(id, 'asked');
  await deliver();
  expect(mails).toEqual([]);

  expect(await setEmailPreference(database, id, true, 1, now)).toBe(true);
  expect(await setEmailPreference(database, id, true, 1, now)).toBe(false);
  await deliver();
  for (const kind of ['read', 'taken', 'called', 'asked'] as const) await record(id, kind);
  await deliver();
  expect(mails.map(({ subject, to }) => [subject, to])).toEqual([
    [`Страница вашего запроса ${formatReference(reference)}`, ['Maria@example.org']],
    [`Новости по вашему запросу ${formatReference(reference)}`, ['Maria@example.org']],
  ]);
  for (const mail of mails) {
    const everything = JSON.stringify(mail);
    for (const value of ['Мария', '916', '4567', 'SVO', 'MUC', 'инсульт']) expect(everything).not.toContain(value);
    const opened = await openSentLink(database, linkIn(mail) ?? '', '4567', now);
    expect(opened.outcome).toBe('opened');
  }
  expect(log.join('\n')).not.toMatch(/maria/i);
});

test('sends nothing once it is no longer wanted, not even news that was waiting', async () => {
  const { id } = await newRequest();
  await setEmailPreference(database, id, true, 1, now);
  await record(id, 'closed');
  await setEmailPreference(database, id, false, 1, now);
  await deliver();
  expect(mails).toEqual([]);
  expect(await database.selectFrom('notice_deliveries').selectAll().execute()).toEqual([]);
});

test('tries again with a new link, and keeps no link that was not sent', async () => {
  const { id } = await newRequest();
  await setEmailPreference(database, id, true, 1, now);
  respond = () => ({ accepted: [], failure: { cause: 'other', detail: 'RCPT TO 451' } });
  await deliver();
  expect(await database.selectFrom('sent_links').selectAll().execute()).toEqual([]);
  respond = () => ({ accepted: ['Maria@example.org'] });
  now += 3 * 60_000;
  await deliver();
  expect(mails).toHaveLength(2);
  expect(linkIn(mails[0])).not.toBe(linkIn(mails[1]));
  expect(await database.selectFrom('sent_links').selectAll().execute()).toHaveLength(1);
});

test.each([
  ['a mailbox that does not exist', 0],
  ['news that is three days old', 3 * day + 1],
])('gives up on %s', async (_name, wait) => {
  const { id } = await newRequest();
  await setEmailPreference(database, id, true, 1, now);
  respond = () => ({ accepted: [], failure: { cause: 'other', detail: 'RCPT TO 550' } });
  now += wait;
  await deliver();
  expect(mails).toHaveLength(wait === 0 ? 1 : 0);
  expect(await database.selectFrom('notice_deliveries').selectAll().execute()).toEqual([]);
});

describe('limits', () => {
  beforeEach(() => {
    respond = () => ({ accepted: ['somebody'] });
  });

  let counter = 0;
  /** Sends a request from a network and asks for emails, as anybody can. */
  async function ask(network: number, email = `family${(counter += 1)}@example.org`) {
    const request = await newRequest(email);
    await setEmailPreference(database, request.id, true, network, now);
    return { ...request, email };
  }
  async function askTimes(count: number, network: (turn: number) => number) {
    for (let turn = 0; turn < count; turn += 1) await ask(network(turn));
  }
  /** Runs the outbox until nothing more is due. */
  async function deliverAll() {
    do await deliver();
    while (
      (await database.selectFrom('notices').select('id').where('is_addressed', '=', 0).executeTakeFirst()) ??
      (await waiting().where('leased_until', '<=', now).executeTakeFirst())
    );
  }
  const waiting = () => database.selectFrom('notice_deliveries').select('id').where('state', '=', 'waiting');
  const heldCount = async () => (await waiting().execute()).length;
  async function waitAndDeliver(milliseconds: number) {
    now += milliseconds;
    await deliverAll();
  }
  const wasSentTo = ({ email }: { email: string }) => mails.some(({ to }) => to.includes(email));

  test('one address gets five emails a day, however it is written; the latest about each request waits', async () => {
    const requests = [];
    for (let request = 0; request < 4; request += 1) {
      const sent = await ask(request, request % 2 ? 'maria@EXAMPLE.org' : fields.email);
      await record(sent.id, 'asked');
      requests.push(sent);
    }
    await deliverAll();
    expect(mails).toHaveLength(maxFamilyMails.toAddress);
    await waitAndDeliver(holdTime);
    expect(mails).toHaveLength(maxFamilyMails.toAddress);
    await waitAndDeliver(day);
    const subjects = mails.map(({ subject }) => subject).join();
    for (const { reference } of requests) expect(subjects).toContain(formatReference(reference));
    expect(await heldCount()).toBe(0);
  });

  test('strangers to whom one network asks to write wait, other networks do not', async () => {
    await askTimes(60, () => 7);
    await deliverAll();
    expect(mails).toHaveLength(maxFamilyMails.forNetwork);
    expect(await heldCount()).toBe(60 - maxFamilyMails.forNetwork);
    const other = await ask(8);
    await deliverAll();
    expect(wasSentTo(other)).toBe(true);
  });

  test('emails that wait are sent, however long that takes', async () => {
    await askTimes(5 * maxFamilyMails.forNetwork, () => 7);
    for (let days = 1; days <= 5; days += 1) {
      await deliverAll();
      expect(mails).toHaveLength(days * maxFamilyMails.forNetwork);
      now += day + holdTime;
    }
    expect(await heldCount()).toBe(0);
  });

  test('a request that staff take is no longer held by the limit of its network', async () => {
    await askTimes(maxFamilyMails.forNetwork + 20, () => 7);
    const family = await ask(7);
    await deliverAll();
    expect(wasSentTo(family)).toBe(false);
    await record(family.id, 'taken');
    await waitAndDeliver(holdTime);
    expect(wasSentTo(family)).toBe(true);
    expect(mails).toHaveLength(maxFamilyMails.forNetwork + 1);
  });

  test('many networks together cannot use up the emails for requests that staff have taken', async () => {
    await askTimes(maxFamilyMails.forNewRequests + 30, (turn) => turn);
    await deliverAll();
    expect(mails).toHaveLength(maxFamilyMails.forNewRequests);
    const probe = familyMailProbe(database);
    expect(await probe.findTrouble()).toEqual([{ reason: '30 emails wait' }]);
    const family = await ask(1000);
    await record(family.id, 'answered');
    await deliverAll();
    expect(wasSentTo(family)).toBe(true);
    await waitAndDeliver(day);
    expect(await probe.findTrouble()).toEqual([]);
    expect(await heldCount()).toBe(0);
  });

  test('all emails together have a limit', async () => {
    for (let turn = 0; turn < maxFamilyMails.inAll + 10; turn += 1) await record((await ask(turn)).id, 'taken');
    await deliverAll();
    expect(mails).toHaveLength(maxFamilyMails.inAll);
    expect(await familyMailProbe(database).findTrouble()).toEqual([{ reason: '10 emails wait' }]);
  });

  test('emails that wait delay neither new ones nor those that the mail server did not accept', async () => {
    await askTimes(maxFamilyMails.forNetwork + 50, () => 7);
    await deliverAll();
    respond = () => ({ accepted: [], failure: { cause: 'other', detail: 'RCPT TO 451' } });
    const failed = await ask(8);
    await deliver();
    respond = () => ({ accepted: ['somebody'] });
    now += holdTime;
    const other = await ask(9);
    mails = [];
    await deliver();
    await deliver();
    expect(wasSentTo(failed)).toBe(true);
    expect(wasSentTo(other)).toBe(true);
  });
});
