import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { openNoticeOutbox } from '#app/notices/notice-outbox.server.ts';
import type { MailResult, OutgoingMail } from '#app/outbound/mail-transport.server.ts';
import type { EventKind } from '../progress/progress.ts';
import { recordEvent } from '../progress/record-event.server.ts';
import { formatReference } from '../reference.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { storeEnquiry } from '../store/store-enquiry.server.ts';
import { setEmailPreference } from './email-preference.server.ts';
import { familyMail } from './family-mail.server.ts';
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

async function newRequest() {
  const enquiry = { kind: 'evacuation' as const, language: 'ru' as const, fields, attachments: [], privacyNotice: 'x' };
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

  expect(await setEmailPreference(database, id, true, now)).toBe(true);
  expect(await setEmailPreference(database, id, true, now)).toBe(false);
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
  await setEmailPreference(database, id, true, now);
  await record(id, 'closed');
  await setEmailPreference(database, id, false, now);
  await deliver();
  expect(mails).toEqual([]);
  expect(await database.selectFrom('notice_deliveries').selectAll().execute()).toEqual([]);
});

test('sends no more than five emails a day to one address, however it is written', async () => {
  for (let request = 0; request < 4; request += 1) {
    const { id } = await newRequest();
    await database
      .updateTable('enquiries')
      .set({ fields: JSON.stringify({ ...fields, email: request % 2 ? 'maria@EXAMPLE.org' : fields.email }) })
      .where('id', '=', id)
      .execute();
    await setEmailPreference(database, id, true, now);
    await record(id, 'asked');
  }
  await deliver();
  await deliver();
  expect(mails).toHaveLength(5);
  now += day;
  const { id } = await newRequest();
  await setEmailPreference(database, id, true, now);
  await deliver();
  expect(mails).toHaveLength(6);
});

test('tries again with a new link, and keeps no link that was not sent', async () => {
  const { id } = await newRequest();
  await setEmailPreference(database, id, true, now);
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
  await setEmailPreference(database, id, true, now);
  respond = () => ({ accepted: [], failure: { cause: 'other', detail: 'RCPT TO 550' } });
  now += wait;
  await deliver();
  expect(mails).toHaveLength(wait === 0 ? 1 : 0);
  expect(await database.selectFrom('notice_deliveries').selectAll().execute()).toEqual([]);
});
