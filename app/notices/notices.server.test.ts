import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import type { QuietHours } from '#app/env/quiet-hours.ts';
import { webhookKey } from '#app/env/webhook-key.ts';
import { openLog } from '#app/log/log.server.ts';
import { purgeNotices } from '#app/retention/purge-notices.server.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '#tests/support/notice-receiver.ts';
import { announceDueSteps, raiseAlarm, resumeAlarm } from './alarms.server.ts';
import { webhook } from './channels/webhook.server.ts';
import type { RequestNotice } from './notice.ts';
import { announce, openNoticeOutbox } from './notice-outbox.server.ts';
import type { Recipients } from './recipients.server.ts';

const minute = 60_000;
const threeInTheMorning = Date.parse('2031-01-10T03:00:00+01:00');

let database: Database;
let onDuty: NoticeReceiver;
let manager: NoticeReceiver;
let recipients: Recipients;
/** The time of the injected clock (Unix time in ms). */
let now = 0;

const key = webhookKey(noticeSecret);
if (!key) throw new Error('The secret of this test is malformed');
const log = openLog();
log.level = 'silent';

beforeEach(async () => {
  database = await openDatabase(':memory:');
  onDuty = await startNoticeReceiver();
  manager = await startNoticeReceiver();
  recipients = {
    everybody: [{ id: 'duty', channel: webhook(onDuty.url, key) }],
    escalation: [{ id: 'boss', channel: webhook(manager.url, key) }],
  };
  now = threeInTheMorning;
});
afterEach(async () => {
  await onDuty.close();
  await manager.close();
  await database.destroy();
});

const open = () => openNoticeOutbox(database, recipients, log, () => now);

function noticeOf(reference: string, urgent = true): RequestNotice {
  const reasons = urgent ? ['as_soon_as_possible'] : [];
  const journey = { reference, kind: 'evacuation', language: 'ar', from: 'SA', to: 'DE' };
  return { type: 'request.received', ...journey, urgent, reasons, at: new Date(now).toISOString() };
}

/** Stores a request with its alarm. @returns the request's id */
async function storeRequest(reference: string, urgent = true): Promise<string> {
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

/**
 * Advances the clock in steps of ten seconds.
 * @returns the attempted deliveries as `MINUTES RECIPIENT TYPE`
 */
async function advance(minutes: number, quietHours?: QuietHours, outbox = open()): Promise<string[]> {
  const start = now;
  const received: string[] = [];
  const counts = { duty: onDuty.received.length, boss: manager.received.length };
  for (; now <= start + minutes * minute; now += 10_000) {
    await announceDueSteps(database, { minutes: 10, quietHours }, now);
    await outbox.tick();
    await outbox.idle();
    for (const [name, receiver] of Object.entries({ duty: onDuty, boss: manager })) {
      for (const { notice } of receiver.received.slice(counts[name as 'duty'])) {
        received.push(`${(now - start) / minute} ${name} ${notice.type}`);
      }
      counts[name as 'duty'] = receiver.received.length;
    }
  }
  return received;
}

describe('escalation', () => {
  test('notifies those on duty immediately and after ten minutes, and the escalation recipients after twenty', async () => {
    await storeRequest('A');
    expect(await advance(180)).toEqual([
      '0 duty request.received',
      '10 duty request.not_taken',
      '20 boss request.escalated',
    ]);
  });

  test.each([0, 5, 15])('stops when a request is taken after %i minutes', async (minutes) => {
    const id = await storeRequest('A');
    const before = await advance(minutes);
    await database.updateTable('enquiries').set({ taken_at: now }).where('id', '=', id).execute();
    expect(before).toHaveLength(minutes > 10 ? 2 : 1);
    expect(await advance(60)).toEqual([]);
  });

  test('stops when a request is erased', async () => {
    const id = await storeRequest('A');
    await advance(1);
    await database
      .updateTable('enquiries')
      .set({ erased_at: now, erased_because: 'visitor' })
      .where('id', '=', id)
      .execute();
    expect(await advance(60)).toEqual([]);
  });

  test('postpones reminders of non-urgent requests during quiet hours', async () => {
    await storeRequest('A', false);
    const night = { from: 22 * 60, to: 7 * 60 };
    expect(await advance(8 * 60, night)).toEqual([
      '0 duty request.received',
      '250 duty request.not_taken',
      '260 boss request.escalated',
    ]);
  });

  test.each([
    [false, ['240 duty request.not_taken', '250 boss request.escalated']],
    [true, ['0 duty request.not_taken', '10 boss request.escalated']],
  ])('waits for the end of the quiet hours to resume reminders (urgent: %s)', async (urgent, expected) => {
    const night = { from: 22 * 60, to: 7 * 60 };
    const id = await storeRequest('A', urgent);
    await database.transaction().execute((transaction) => resumeAlarm(transaction, id, now));
    expect(await advance(8 * 60, night)).toEqual(expected);
  });

  test('ignores quiet hours for urgent requests', async () => {
    await storeRequest('A', true);
    expect(await advance(60, { from: 22 * 60, to: 7 * 60 })).toHaveLength(3);
  });

  test('continues after a restart without losing or repeating notices', async () => {
    await storeRequest('A');
    expect(await advance(3)).toEqual(['0 duty request.received']);
    expect(await advance(30)).toHaveLength(2);
  });

  test('sends no reminders if the first notice was delayed by more than a day', async () => {
    await storeRequest('A');
    now += 25 * 60 * minute;
    expect(await advance(60)).toEqual(['0 duty request.received']);
  });
});

describe('a receiver that is unavailable', () => {
  test('gets each notice under the same id when it is available again', async () => {
    await storeRequest('A');
    onDuty.setBehaviour('fails');
    const outbox = open();
    await advance(7, undefined, outbox);
    const ids = new Set(onDuty.received.map(({ id }) => id));
    expect(onDuty.received.length).toBeGreaterThan(2);
    onDuty.setBehaviour('ok');
    await advance(3, undefined, outbox);
    expect(onDuty.acceptedFor('A').map(({ notice }) => notice.type)).toContain('request.received');
    expect(onDuty.received.filter(({ notice }) => notice.type === 'request.received').map(({ id }) => id)).toEqual(
      Array.from(
        onDuty.received.filter(({ notice }) => notice.type === 'request.received'),
        () => [...ids][0],
      ),
    );
  });

  test('gets each notice exactly once when it is available again', async () => {
    onDuty.setBehaviour('fails');
    for (let count = 0; count < 40; count++) await storeRequest(`R${count}`);
    const outbox = open();
    await advance(5, undefined, outbox);
    // Attempts are concurrent at first, then one at a time.
    expect(onDuty.received.length).toBeLessThan(20);
    onDuty.received.length = 0;
    onDuty.setBehaviour('ok');
    await advance(5, undefined, outbox);
    const received = onDuty.received.filter(({ notice }) => notice.type === 'request.received');
    expect(new Set(received.map(({ notice }) => notice.reference)).size).toBe(40);
    expect(received).toHaveLength(40);
  });

  test('is replaced by another recipient, which gets its notices', async () => {
    await storeRequest('A');
    onDuty.setBehaviour('fails');
    await advance(5);
    recipients.everybody = [{ id: 'right', channel: webhook(`${manager.url}/right`, key) }];
    expect(await advance(1)).toContain('0 boss request.received');
    expect(manager.received.map(({ id }) => id)).toEqual([onDuty.received[0]?.id]);
  });

  test('does not block other recipients', async () => {
    recipients.everybody.push({ id: 'second', channel: webhook(`${manager.url}/second`, key) });
    onDuty.setBehaviour('fails');
    await storeRequest('A');
    await advance(1);
    expect(manager.received.map(({ path }) => path)).toEqual(['/second']);
  });

  test('gets the first notice of a request taken in the meantime, but no reminders', async () => {
    const id = await storeRequest('A');
    onDuty.setBehaviour('fails');
    const outbox = open();
    await advance(15, undefined, outbox);
    await database.updateTable('enquiries').set({ taken_at: now }).where('id', '=', id).execute();
    onDuty.setBehaviour('ok');
    await advance(5, undefined, outbox);
    expect(onDuty.acceptedFor('A').map(({ notice }) => notice.type)).toEqual(['request.received']);
  });

  test('gets a notice again under the same id after disconnecting without a response', async () => {
    await storeRequest('A');
    onDuty.setBehaviour('drops');
    const outbox = open();
    await advance(1, undefined, outbox);
    onDuty.setBehaviour('ok');
    await advance(2, undefined, outbox);
    expect(new Set(onDuty.received.map(({ id }) => id)).size).toBe(1);
    expect(onDuty.acceptedFor('A')).toHaveLength(1);
  });
});

test('a notice that is never accepted does not block the others', async () => {
  await storeRequest('poison');
  await storeRequest('B');
  const channel = recipients.everybody[0]?.channel;
  if (!channel) throw new Error('No recipient');
  recipients.everybody[0] = {
    id: 'duty',
    channel: {
      send: (id, notice) =>
        notice.reference === 'poison'
          ? Promise.resolve({ accepted: false, reason: 'status 413' })
          : channel.send(id, notice),
    },
  };
  await advance(9);
  expect(onDuty.acceptedFor('B')).toHaveLength(1);
});

test('announces added documents once', async () => {
  await storeRequest('A');
  await advance(1);
  const notice = { ...noticeOf('A'), type: 'request.documents' as const };
  await database
    .transaction()
    .execute((transaction) => announce(transaction, { notice, audience: 'everybody', enquiryId: 'A' }, now));
  expect(await advance(5)).toEqual(['0 duty request.documents']);
});

test('keeps delivered trouble notices for a month, and waiting notices and notices about requests for longer', async () => {
  await storeRequest('A');
  const trouble = { type: 'trouble.began' as const, trouble: 'disk_low' as const, at: '' };
  const announceTrouble = () =>
    database
      .transaction()
      .execute((transaction) => announce(transaction, { notice: trouble, audience: 'everybody' }, now));
  await announceTrouble();
  await advance(1);
  onDuty.setBehaviour('fails');
  await announceTrouble();
  await advance(1);
  const countNotices = async () => (await database.selectFrom('notices').selectAll().execute()).length;
  expect(await countNotices()).toBe(3);
  await purgeNotices(database, now + 29 * 24 * 60 * minute);
  expect(await countNotices()).toBe(3);
  await purgeNotices(database, now + 31 * 24 * 60 * minute);
  expect(await countNotices()).toBe(2);
});

test('a notice has exactly the documented properties', async () => {
  await storeRequest('W3FR-G49H');
  await advance(0);
  expect(Object.keys(onDuty.received[0]?.notice ?? {})).toEqual([
    ...['type', 'reference', 'kind', 'language', 'from', 'to', 'urgent', 'reasons', 'at'],
  ]);
});
