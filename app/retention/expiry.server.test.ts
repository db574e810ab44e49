import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#app/database/database.server.ts';
import { addDocuments } from '#app/enquiries/correspondence/add-to-enquiry.server.ts';
import type { EventKind } from '#app/enquiries/progress/progress.ts';
import { readEvents } from '#app/enquiries/progress/read-progress.server.ts';
import { recordEvent, undoEvent } from '#app/enquiries/progress/record-event.server.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import type { Notice } from '#app/notices/notice.ts';
import { type MemoryStore, openMemoryStorage } from '#tests/support/memory-storage.ts';
import { announceExpiries, eraseExpired, listExpiring } from './expiry.server.ts';
import { eraseEnquiry } from './retention.server.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2031, 0, 1, 12);
const periods = { closedDays: 14, retentionDays: 180 };

let database: Database;
let store: MemoryStore;

beforeEach(async () => {
  ({ database, files: store } = await openMemoryStorage());
});
afterEach(() => database.destroy());

/** Stores a request that has been delivered. @returns its id */
async function receive(name = 'أحمد', files = 0, at = start): Promise<string> {
  const fields = { name, phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
  const attachments = await Promise.all(Array.from({ length: files }, (_, index) => writeFile(`${name} ${index}`)));
  const sent = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: 'test' };
  const { id } = await storeEnquiry(database, { ...sent, attachments }, 'api', at);
  await setMessageState(id, 'delivered');
  return id;
}

async function writeFile(name: string) {
  const writer = await store.create();
  await writer.write(Buffer.from(name));
  await writer.commit();
  return { name, type: 'application/pdf', size: Buffer.byteLength(name), sha256: name, storageKey: writer.key };
}

const setMessageState = (id: string, state: 'delivered' | 'refused' | 'waiting') =>
  database.updateTable('parcels').set({ state }).where('enquiry_id', '=', id).execute();

/** Adds an account, which turns the web desk on. */
async function addAccount(): Promise<void> {
  const account = { id: 'p', email: 'a@desk.example', name: 'A', role: 'lead' as const, language: 'de' };
  await database
    .insertInto('desk_people')
    .values({ ...account, password: null, totp_secret: null, created_at: start })
    .execute();
}

async function record(id: string, kind: EventKind, at: number, recordedAt = at): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, id);
    if (!enquiry) throw new Error('The request has been erased');
    await recordEvent(transaction, enquiry, { kind, at, source: { personId: 'p' } }, recordedAt);
  });
}

async function undoLast(id: string, at: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, id);
    const last = (await readEvents(transaction, id)).at(-1);
    if (!enquiry || !last) throw new Error('Nothing to undo');
    await undoEvent(transaction, enquiry, last.id, at);
  });
}

/** Runs the site's hourly tasks once. @returns the number of erased requests */
async function runAt(now: number, clockOffset = 0): Promise<number> {
  const count = await eraseExpired(database, store, periods, now, undefined, clockOffset);
  await announceExpiries(database, periods, now, clockOffset);
  return count;
}

/**
 * Runs the hourly tasks once a day.
 * @returns on which day after the start a request was erased; undefined if not within 800 days
 */
async function dayOfErasure(
  id: string,
  actions: Partial<Record<number, (now: number) => Promise<unknown>>> = {},
): Promise<number | undefined> {
  for (let number = 0; number <= 800; number += 1) {
    const now = start + number * day;
    await actions[number]?.(now);
    await runAt(now);
    if (!(await readEnquiry(database, { id }))) return number;
  }
  return undefined;
}

async function noticesOf(type: string): Promise<{ audience: string; notice: Notice }[]> {
  const rows = await database.selectFrom('notices').select(['audience', 'notice']).execute();
  return rows
    .map(({ audience, notice }) => ({ audience, notice: JSON.parse(notice) as Notice }))
    .filter(({ notice }) => notice.type === type);
}

type Actions = NonNullable<Parameters<typeof dayOfErasure>[1]>;
type Scenario = [name: string, actions: (id: string) => Actions, expected: number | undefined];

const withDesk: Scenario[] = [
  ['never if nobody takes it', () => ({}), undefined],
  ['after 180 days if it was taken and never closed', (id) => ({ 1: (now) => record(id, 'taken', now) }), 180],
  ['14 days after it was closed', (id) => ({ 3: (now) => record(id, 'closed', now) }), 17],
  ['14 days after it was closed on the last day', (id) => ({ 180: (now) => record(id, 'closed', now) }), 194],
  [
    'after 180 days if closing was undone',
    (id) => ({
      1: (now) => record(id, 'taken', now),
      3: (now) => record(id, 'closed', now),
      16: (now) => undoLast(id, now),
    }),
    180,
  ],
  [
    'never if nobody had taken it and closing was undone',
    (id) => ({ 3: (now) => record(id, 'closed', now), 16: (now) => undoLast(id, now) }),
    undefined,
  ],
  [
    '14 days after the second closing',
    (id) => ({
      3: (now) => record(id, 'closed', now),
      10: (now) => record(id, 'taken', now),
      30: (now) => record(id, 'closed', now),
    }),
    44,
  ],
  [
    'after 180 days if the family wrote after closing',
    (id) => ({ 3: (now) => record(id, 'closed', now), 16: (now) => record(id, 'replied', now) }),
    180,
  ],
  [
    '14 days after leads were told again, if it was closed near the end and the family wrote afterwards',
    (id) => ({
      1: (now) => record(id, 'taken', now),
      175: (now) => record(id, 'closed', now),
      188: (now) => record(id, 'replied', now),
    }),
    202,
  ],
  ['14 days after leads were told, if it was taken late', (id) => ({ 300: (now) => record(id, 'taken', now) }), 314],
  [
    'never while its processing is restricted',
    (id) => ({ 1: (now) => record(id, 'taken', now), 2: (now) => record(id, 'restricted', now) }),
    undefined,
  ],
  [
    'never while its processing is restricted, even if it was closed',
    (id) => ({ 1: (now) => record(id, 'closed', now), 2: (now) => record(id, 'restricted', now) }),
    undefined,
  ],
  [
    'when the restriction is lifted, if it was closed long ago',
    (id) => ({
      1: (now) => record(id, 'closed', now),
      2: (now) => record(id, 'restricted', now),
      400: (now) => record(id, 'unrestricted', now),
    }),
    400,
  ],
  [
    '14 days after leads were told again, if a restriction was lifted late',
    (id) => ({
      1: (now) => record(id, 'taken', now),
      170: (now) => record(id, 'restricted', now),
      400: (now) => record(id, 'unrestricted', now),
    }),
    414,
  ],
  [
    'never while it is undelivered',
    (id) => ({ 0: () => setMessageState(id, 'waiting'), 1: (now) => record(id, 'closed', now) }),
    undefined,
  ],
  [
    'never while its desk rejects it',
    (id) => ({ 0: () => setMessageState(id, 'refused'), 1: (now) => record(id, 'taken', now) }),
    undefined,
  ],
  [
    '14 days after the closing was recorded, not after the time that was reported for it',
    (id) => ({ 90: (now) => record(id, 'closed', start + day, now) }),
    104,
  ],
];

describe('with accounts at the web desk, a request is erased', () => {
  beforeEach(addAccount);

  test.each(withDesk)('%s', async (_name, actions, expected) => {
    const id = await receive();
    expect(await dayOfErasure(id, actions(id))).toBe(expected);
  });

  test('and the reason is recorded: it was closed, or it expired', async () => {
    const closed = await receive('closed');
    const open = await receive('open');
    await record(closed, 'closed', start);
    await record(open, 'taken', start);
    await dayOfErasure(open);
    const rows = await database.selectFrom('enquiries').select(['id', 'erased_because', 'closed_at']).execute();
    expect(rows.find(({ id }) => id === closed)).toMatchObject({ erased_because: 'done', closed_at: start });
    expect(rows.find(({ id }) => id === open)).toMatchObject({ erased_because: 'expired', closed_at: null });
  });

  test('immediately by the family, whatever its state', async () => {
    const id = await receive('one', 1);
    await record(id, 'restricted', start);
    await eraseEnquiry(database, store, id, 'visitor', start + day);
    expect(await readEnquiry(database, { id })).toBeUndefined();
    expect(store.keys()).toEqual([]);
  });

  test('14 days after closing in trusted time, whatever the system clock shows', async () => {
    const ahead = 100 * day;
    const id = await receive();
    // The clock jumped ahead before somebody closed it, and nobody has confirmed that it is right.
    await database
      .insertInto('seen_time')
      .values({ name: 'site', seen: start, clock: start + ahead })
      .execute();
    await record(id, 'closed', start + ahead);
    expect(await runAt(start + ahead + 13 * day, -ahead)).toBe(0);
    expect(await runAt(start + ahead + 14 * day, -ahead)).toBe(1);
  });

  test('14 days after closing, if the clock jumps ahead afterwards', async () => {
    const id = await receive();
    await record(id, 'closed', start);
    expect(await runAt(start + 50 * day, -50 * day)).toBe(0);
    expect(await runAt(start + 64 * day, -50 * day)).toBe(1);
    expect(await readEnquiry(database, { id })).toBeUndefined();
  });
});

describe('leads are told', () => {
  beforeEach(addAccount);

  test('once, 14 days before a request is erased, without its content', async () => {
    const id = await receive();
    await record(id, 'taken', start);
    await runAt(start + 166 * day - 1);
    expect(await noticesOf('request.expiring')).toEqual([]);
    expect(await listExpiring(database, periods)).toEqual([]);
    await runAt(start + 166 * day);
    await runAt(start + 167 * day);
    const announced = await noticesOf('request.expiring');
    expect(announced).toHaveLength(1);
    expect(announced[0]).toMatchObject({ audience: 'escalation', notice: { urgent: false, reasons: [] } });
    expect(JSON.stringify(announced)).not.toMatch(/أحمد|966|a@b/);
    expect(await listExpiring(database, periods)).toMatchObject([{ expiresAt: start + 180 * day }]);
  });

  test.each<EventKind>(['closed', 'restricted'])('nothing about a request that is %s', async (kind) => {
    const id = await receive();
    await record(id, 'taken', start);
    await record(id, kind, start);
    await runAt(start + 170 * day, -1);
    expect(await noticesOf('request.expiring')).toEqual([]);
  });

  test('nothing more about a request that is closed after it was announced', async () => {
    const id = await receive();
    await record(id, 'taken', start);
    await runAt(start + 166 * day);
    await record(id, 'closed', start + 167 * day);
    expect(await listExpiring(database, periods)).toEqual([]);
  });
});

describe('without accounts, a request is erased', () => {
  const withoutDesk: Scenario[] = [
    ['after 180 days', () => ({}), 180],
    ['14 days after it was closed', (id) => ({ 20: (now) => record(id, 'closed', now) }), 34],
    ['never while it is undelivered', (id) => ({ 0: () => setMessageState(id, 'waiting') }), undefined],
    ['never while its desk rejects it', (id) => ({ 0: () => setMessageState(id, 'refused') }), undefined],
    ['never while its processing is restricted', (id) => ({ 0: (now) => record(id, 'restricted', now) }), undefined],
  ];
  test.each(withoutDesk)('%s', async (_name, actions, expected) => {
    const id = await receive();
    expect(await dayOfErasure(id, actions(id))).toBe(expected);
  });

  test('exactly when its period ends, once, and nobody is told', async () => {
    const older = await receive('older', 1);
    const newer = await receive('newer', 1, start + 1);
    expect(await runAt(start + 180 * day - 1)).toBe(0);
    expect(await runAt(start + 180 * day)).toBe(1);
    expect(await runAt(start + 180 * day)).toBe(0);
    expect(await readEnquiry(database, { id: older })).toBeUndefined();
    expect((await readEnquiry(database, { id: newer }))?.enquiry.attachments).toHaveLength(1);
    expect(await noticesOf('request.expiring')).toEqual([]);
  });

  test('only when documents added later have been delivered', async () => {
    const id = await receive();
    await addDocuments(database, id, [await writeFile('late')], 'api', start);
    expect(await runAt(start + 1000 * day)).toBe(0);
    await setMessageState(id, 'delivered');
    expect(await runAt(start + 1000 * day)).toBe(1);
  });

  test('only when late files have a message', async () => {
    await receive('old', 1);
    const setFollowUp = (follow_up: number) =>
      database.updateTable('attachments').set({ virus_check: 'waiting', follow_up }).execute();
    await setFollowUp(0);
    expect(await runAt(start + 1000 * day)).toBe(0);
    await setFollowUp(1);
    expect(await runAt(start + 1000 * day)).toBe(1);
  });
});
