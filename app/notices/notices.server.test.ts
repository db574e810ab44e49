import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import type { QuietHours } from '#app/env/quiet-hours.ts';
import { webhookKey } from '#app/env/webhook-key.ts';
import { openLog } from '#app/log/log.server.ts';
import { purgeNotices } from '#app/retention/purge-notices.server.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '#tests/support/notice-receiver.ts';
import { announceDue, raiseAlarm } from './alarms.server.ts';
import { webhook } from './channels/webhook.server.ts';
import type { RequestNotice } from './notice.ts';
import { announce, openNoticeOutbox } from './notice-outbox.server.ts';
import type { Recipients } from './recipients.server.ts';

const minute = 60_000;
const threeAtNight = Date.parse('2031-01-10T03:00:00+01:00');

let database: Database;
let duty: NoticeReceiver;
let boss: NoticeReceiver;
let recipients: Recipients;
/** The injected clock. */
let now = 0;

const key = webhookKey(noticeSecret);
if (!key) throw new Error('The test’s secret is malformed');
const log = openLog();
log.level = 'silent';

beforeEach(async () => {
  database = await openDatabase(':memory:');
  duty = await startNoticeReceiver();
  boss = await startNoticeReceiver();
  recipients = {
    everybody: [{ id: 'duty', channel: webhook(duty.url, key) }],
    escalation: [{ id: 'boss', channel: webhook(boss.url, key) }],
  };
  now = threeAtNight;
});
afterEach(async () => {
  await duty.close();
  await boss.close();
  await database.destroy();
});

const open = () => openNoticeOutbox(database, recipients, log, () => now);

function noticeOf(reference: string, urgent = true): RequestNotice {
  const reasons = urgent ? ['as_soon_as_possible'] : [];
  const request = { reference, kind: 'evacuation', language: 'ar', from: 'SA', to: 'DE' };
  return { type: 'request.received', ...request, urgent, reasons, at: new Date(now).toISOString() };
}

/** A stored request with its alarm. @returns its id */
async function request(reference: string, urgent = true): Promise<string> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('enquiries')
      .values({
        ...{ id: reference, reference, kind: 'evacuation', language: 'ar', fields: '{}', content_hash: null },
        ...{ privacy_notice: '', received_at: now, erased_at: null, erased_because: null },
      })
      .execute();
    await raiseAlarm(transaction, reference, noticeOf(reference, urgent), now);
  });
  return reference;
}

/** Advances the clock in steps of ten seconds. @returns who was told what, after how many minutes */
async function pass(minutes: number, quietHours?: QuietHours, outbox = open()): Promise<string[]> {
  const start = now;
  const told: string[] = [];
  const heard = { duty: duty.received.length, boss: boss.received.length };
  for (; now <= start + minutes * minute; now += 10_000) {
    await announceDue(database, { minutes: 10, quietHours }, now);
    await outbox.tick();
    await outbox.idle();
    for (const [name, receiver] of Object.entries({ duty, boss })) {
      for (const { notice } of receiver.received.slice(heard[name as 'duty'])) {
        told.push(`${(now - start) / minute} ${name} ${notice.type}`);
      }
      heard[name as 'duty'] = receiver.received.length;
    }
  }
  return told;
}

describe('escalation', () => {
  test('notifies those on duty immediately and after ten minutes, others after twenty, then nobody', async () => {
    await request('A');
    expect(await pass(180)).toEqual([
      '0 duty request.received',
      '10 duty request.not_taken',
      '20 boss request.escalated',
    ]);
  });

  test.each([0, 5, 15])('stops when a request is taken after %i minutes', async (minutes) => {
    const id = await request('A');
    const before = await pass(minutes);
    await database.updateTable('enquiries').set({ taken_at: now }).where('id', '=', id).execute();
    expect(before).toHaveLength(minutes > 10 ? 2 : 1);
    expect(await pass(60)).toEqual([]);
  });

  test('stops when a request is erased', async () => {
    const id = await request('A');
    await pass(1);
    await database
      .updateTable('enquiries')
      .set({ erased_at: now, erased_because: 'visitor' })
      .where('id', '=', id)
      .execute();
    expect(await pass(60)).toEqual([]);
  });

  test('postpones reminders of non-urgent requests during quiet hours', async () => {
    await request('A', false);
    const night = { from: 22 * 60, to: 7 * 60 };
    expect(await pass(8 * 60, night)).toEqual([
      '0 duty request.received',
      '250 duty request.not_taken',
      '260 boss request.escalated',
    ]);
  });

  test('ignores quiet hours for urgent requests', async () => {
    await request('A', true);
    expect(await pass(60, { from: 22 * 60, to: 7 * 60 })).toHaveLength(3);
  });

  test('survives a restart without loss or repetition', async () => {
    await request('A');
    expect(await pass(3)).toEqual(['0 duty request.received']);
    expect(await pass(30)).toHaveLength(2);
  });

  test('sends no reminders if the first notice was delayed by more than a day', async () => {
    await request('A');
    now += 25 * 60 * minute;
    expect(await pass(60)).toEqual(['0 duty request.received']);
  });
});

describe('a receiver that is unavailable', () => {
  test('gets each notice under one id when it is back', async () => {
    await request('A');
    duty.behave('fails');
    const outbox = open();
    await pass(7, undefined, outbox);
    const ids = new Set(duty.received.map(({ id }) => id));
    expect(duty.received.length).toBeGreaterThan(2);
    duty.behave('ok');
    await pass(3, undefined, outbox);
    expect(duty.acceptedOf('A').map(({ notice }) => notice.type)).toContain('request.received');
    expect(duty.received.filter(({ notice }) => notice.type === 'request.received').map(({ id }) => id)).toEqual(
      Array.from(
        duty.received.filter(({ notice }) => notice.type === 'request.received'),
        () => [...ids][0],
      ),
    );
  });

  test('gets all notices when it is back, none of them twice', async () => {
    duty.behave('fails');
    for (let count = 0; count < 40; count++) await request(`R${count}`);
    const outbox = open();
    await pass(5, undefined, outbox);
    // Concurrent attempts at first, then a single one at a time.
    expect(duty.received.length).toBeLessThan(20);
    duty.received.length = 0;
    duty.behave('ok');
    await pass(3, undefined, outbox);
    const told = duty.received.filter(({ notice }) => notice.type === 'request.received');
    expect(new Set(told.map(({ notice }) => notice.reference)).size).toBe(40);
    expect(told).toHaveLength(40);
  });

  test('and has been replaced: its notices are sent to the new recipient', async () => {
    await request('A');
    duty.behave('fails');
    await pass(5);
    recipients.everybody = [{ id: 'right', channel: webhook(`${boss.url}/right`, key) }];
    expect(await pass(1)).toContain('0 boss request.received');
    expect(boss.received.map(({ id }) => id)).toEqual([duty.received[0]?.id]);
  });

  test('does not block other recipients', async () => {
    recipients.everybody.push({ id: 'second', channel: webhook(`${boss.url}/second`, key) });
    duty.behave('fails');
    await request('A');
    await pass(1);
    expect(boss.received.map(({ path }) => path)).toEqual(['/second']);
  });

  test('gets the first notice of a request taken in the meantime, but no reminders', async () => {
    const id = await request('A');
    duty.behave('fails');
    const outbox = open();
    await pass(15, undefined, outbox);
    await database.updateTable('enquiries').set({ taken_at: now }).where('id', '=', id).execute();
    duty.behave('ok');
    await pass(5, undefined, outbox);
    expect(duty.acceptedOf('A').map(({ notice }) => notice.type)).toEqual(['request.received']);
  });

  test('that disconnects without a response is retried under the same id', async () => {
    await request('A');
    duty.behave('drops');
    const outbox = open();
    await pass(1, undefined, outbox);
    duty.behave('ok');
    await pass(2, undefined, outbox);
    expect(new Set(duty.received.map(({ id }) => id)).size).toBe(1);
    expect(duty.acceptedOf('A')).toHaveLength(1);
  });
});

test('a notice that is never accepted does not block the others', async () => {
  await request('poison');
  await request('B');
  const channel = recipients.everybody[0]?.channel;
  if (!channel) throw new Error('No recipient');
  recipients.everybody[0] = {
    id: 'duty',
    channel: {
      tell: (id, notice) =>
        notice.reference === 'poison'
          ? Promise.resolve({ accepted: false, reason: 'status 413' })
          : channel.tell(id, notice),
    },
  };
  await pass(9);
  expect(duty.acceptedOf('B')).toHaveLength(1);
});

test('announces added documents once', async () => {
  await request('A');
  await pass(1);
  const notice = { ...noticeOf('A'), type: 'request.documents' as const };
  await database
    .transaction()
    .execute((transaction) => announce(transaction, { notice, audience: 'everybody', enquiryId: 'A' }, now));
  expect(await pass(5)).toEqual(['0 duty request.documents']);
});

test('keeps delivered trouble notices for a month, waiting ones and those of requests longer', async () => {
  await request('A');
  const trouble = { type: 'trouble.began' as const, trouble: 'disk_low' as const, at: '' };
  const tell = () =>
    database
      .transaction()
      .execute((transaction) => announce(transaction, { notice: trouble, audience: 'everybody' }, now));
  await tell();
  await pass(1);
  duty.behave('fails');
  await tell();
  await pass(1);
  const count = async () => (await database.selectFrom('notices').selectAll().execute()).length;
  expect(await count()).toBe(3);
  await purgeNotices(database, now + 29 * 24 * 60 * minute);
  expect(await count()).toBe(3);
  await purgeNotices(database, now + 31 * 24 * 60 * minute);
  expect(await count()).toBe(2);
});

test('a notice has exactly the agreed properties', async () => {
  await request('W3FR-G49H');
  await pass(0);
  expect(Object.keys(duty.received[0]?.notice ?? {})).toEqual([
    ...['type', 'reference', 'kind', 'language', 'from', 'to', 'urgent', 'reasons', 'at'],
  ]);
});
