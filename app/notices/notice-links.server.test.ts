import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { webhookKey } from '#app/env/webhook-key.ts';
import { openLog } from '#app/log/log.server.ts';
import type { OutgoingMail } from '#app/outbound/mail-transport.server.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '#tests/support/notice-receiver.ts';
import { noticeMail } from './channels/notice-mail.server.ts';
import type { NoticeLabels } from './channels/notice-text.ts';
import { ntfy } from './channels/ntfy.server.ts';
import { webhook } from './channels/webhook.server.ts';
import type { RequestNotice } from './notice.ts';
import { announce, type NoticeOutbox, openNoticeOutbox } from './notice-outbox.server.ts';

// A notice leads to its request: by a link once the web desk has accounts, before that by a command.

/** Every type of notice about a request, and whether it asks somebody to take it. A type without an entry does not compile. */
const asksToTake: Record<RequestNotice['type'], boolean> = {
  'request.received': true,
  'request.not_taken': true,
  'request.escalated': true,
  'request.documents': false,
  'request.answer': false,
  'request.call_again': false,
  'request.expiring': false,
};
const types = Object.keys(asksToTake) as RequestNotice['type'][];

const link = 'https://site.example/desk/requests/W3FR-G49H';
const command = 'npm run enquiries -- take W3FR-G49H';
const labels: NoticeLabels = {
  kinds: { evacuation: { label: { en: 'Medical flight', de: 'Medizinischer Flug' } } },
  reasons: { en: { ventilated: 'ventilated' }, de: { ventilated: 'Beatmung' } },
};
const log = openLog();
log.level = 'silent';

let database: Database;
let hook: NoticeReceiver;
let push: NoticeReceiver;
let mails: OutgoingMail[];
let now = 0;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  hook = await startNoticeReceiver();
  push = await startNoticeReceiver(0, false);
  mails = [];
});
afterEach(async () => {
  await hook.close();
  await push.close();
  await database.destroy();
});

function open(siteUrl: string | undefined): NoticeOutbox {
  const key = webhookKey(noticeSecret);
  if (!key) throw new Error('The secret of this test is malformed');
  const transport = {
    send: (mail: OutgoingMail) => {
      mails.push(mail);
      return Promise.resolve({ accepted: mail.to });
    },
    verify: () => Promise.resolve(),
  };
  const from = { name: () => 'Site', address: 'site@example.com' };
  const recipients = [
    { id: 'webhook', channel: webhook(hook.url, key) },
    { id: 'ntfy', channel: ntfy(`${push.url}/alarm`, labels) },
    { id: 'mail', channel: noticeMail(transport, from, 'duty@example.com', labels) },
  ];
  return openNoticeOutbox(database, { everybody: recipients, escalation: recipients }, log, () => now, siteUrl);
}

/** Announces one notice. @returns what the newest message on each channel says */
async function send(outbox: NoticeOutbox, type: RequestNotice['type'] | 'trouble.began') {
  now += 1000;
  const request = { reference: 'W3FR-G49H', kind: 'evacuation', language: 'ar', urgent: true, reasons: ['ventilated'] };
  const notice =
    type === 'trouble.began'
      ? { type, trouble: 'desk_refused' as const, reference: 'W3FR-G49H', at: '' }
      : { type, ...request, at: '' };
  await database.transaction().execute((transaction) => announce(transaction, { notice, audience: 'everybody' }, now));
  await outbox.tick();
  await outbox.idle();
  const pushed = JSON.parse(push.received.at(-1)?.body ?? '{}') as { title: string; message: string; click?: string };
  const posted = JSON.parse(hook.received.at(-1)?.body ?? '{}') as { type: string; link?: string };
  const mail = mails.at(-1);
  return { posted, pushed, text: mail?.text as string, subject: mail?.subject };
}

async function addAccount(): Promise<void> {
  await database
    .insertInto('desk_people')
    .values({
      ...{ id: 'p', email: 'p@x.example', name: 'P', role: 'lead', language: 'en', password: null, totp_secret: null },
      created_at: 0,
    })
    .execute();
}

test.each(types)('%s has a link from the first account on, without a restart', async (type) => {
  const outbox = open('https://site.example');
  const before = await send(outbox, type);
  expect(before.posted).not.toHaveProperty('link');
  expect(before.pushed).not.toHaveProperty('click');
  for (const text of [before.pushed.message, before.text]) {
    expect(text).not.toContain('https:');
    expect(text.includes(command)).toBe(asksToTake[type]);
  }
  await addAccount();
  const after = await send(outbox, type);
  expect(after.posted).toMatchObject({ type, link });
  expect(after.pushed.click).toBe(link);
  for (const text of [after.pushed.message, after.text]) {
    expect(text.split('\n')).toContain(link);
    expect(text).not.toContain('npm run');
  }
});

test.each(types)('%s has no link on a site that does not know its public address', async (type) => {
  await addAccount();
  const { posted, pushed, text } = await send(open(undefined), type);
  expect(posted).not.toHaveProperty('link');
  expect(pushed).not.toHaveProperty('click');
  expect(text.includes(command)).toBe(asksToTake[type]);
});

test('a notice that waited for its receiver gets the link at the next attempt, under the same id', async () => {
  const outbox = open('https://site.example');
  hook.setBehaviour('fails');
  await send(outbox, 'request.received');
  await addAccount();
  hook.setBehaviour('ok');
  now += 10 * 60_000;
  await outbox.tick();
  await outbox.idle();
  expect(hook.received.map(({ notice }) => 'link' in notice && notice.link)).toEqual([false, link]);
  expect(new Set(hook.received.map(({ id }) => id)).size).toBe(1);
});

test('trouble has no link', async () => {
  await addAccount();
  const { posted, pushed, text } = await send(open('https://site.example'), 'trouble.began');
  expect([posted, pushed]).toEqual([
    expect.not.objectContaining({ link }),
    expect.not.objectContaining({ click: link }),
  ]);
  expect(text).not.toContain('https:');
});

test('the title says why a request is urgent', async () => {
  const { pushed, subject, text } = await send(open(undefined), 'request.received');
  expect(pushed.title).toBe('URGENT · New · Medical flight · ventilated · W3FR-G49H');
  expect(subject).toBe(pushed.title);
  expect(text).toContain('Medizinischer Flug · Beatmung');
});
