import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { readEnquiry } from '../store/read-enquiry.server.ts';
import { type StoredEnquiry, storeEnquiry } from '../store/store-enquiry.server.ts';
import { type ReportableState, reportableStates } from './progress.ts';
import { readHistory, readProgress } from './read-progress.server.ts';
import { recordEvent, undoEvent } from './record-event.server.ts';
import { recordProgress } from './record-progress.server.ts';

const arrival = Date.UTC(2031, 2, 27, 13, 0);
const minute = 60_000;
const now = arrival + 60 * minute;

let database: Database;
let stored: StoredEnquiry;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  stored = await store('أحمد');
});
afterEach(() => database.destroy());

function store(name: string): Promise<StoredEnquiry> {
  const fields = { name, phone: '+966501234567', email: 'a@b.example' };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'test' };
  return storeEnquiry(database, enquiry, 'api', arrival);
}

const report = (state: ReportableState, at?: number, time = now) =>
  recordProgress(database, stored.reference, { state, at, source: 'api' }, time);
const readRow = () =>
  database
    .selectFrom('enquiries')
    .select(['state', 'owner', 'case_version', 'taken_at'])
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow();

test('an enquiry has no events at first', async () => {
  expect(await readProgress(database, stored.id)).toEqual([]);
  expect(await readRow()).toEqual({ state: 'new', owner: null, case_version: 0, taken_at: null });
});

test('events are recorded with their time, and the newest one determines the state', async () => {
  expect(await report('read', arrival + minute)).toBe('recorded');
  expect(await report('called')).toBe('recorded');
  expect(await report('taken', arrival + 2 * minute)).toBe('recorded');
  expect(await readProgress(database, stored.id)).toEqual([
    { state: 'read', at: arrival + minute },
    { state: 'taken', at: arrival + 2 * minute },
    { state: 'called', at: now },
  ]);
  expect(await readRow()).toMatchObject({ state: 'taken', case_version: 3 });
  const other = await store('another');
  expect(await readProgress(database, other.id)).toEqual([]);
});

test('of simultaneous events, the last one recorded is the newest', async () => {
  for (const state of ['answered', 'read', 'closed'] as const) await report(state, arrival);
  expect((await readProgress(database, stored.id)).map(({ state }) => state)).toEqual(['answered', 'read', 'closed']);
  expect(await readRow()).toMatchObject({ state: 'closed' });
});

test.each(reportableStates)('%s takes the enquiry, unless somebody has only read it', async (state) => {
  await report(state, undefined, now);
  expect((await readRow()).taken_at).toBe(state === 'read' ? null : now);
  await report('answered', undefined, now + 1);
  expect((await readRow()).taken_at).toBe(state === 'read' ? now + 1 : now);
});

describe('a repetition changes nothing:', () => {
  test('the same state and time', async () => {
    await report('read', arrival);
    await report('called', arrival + minute);
    const before = await readRow();
    expect(await report('read', arrival)).toBe('repeated');
    expect(await report('called', arrival + minute, now + minute)).toBe('repeated');
    expect(await readRow()).toEqual(before);
    expect(await readProgress(database, stored.id)).toHaveLength(2);
  });

  test('the current state without a time', async () => {
    await report('called');
    expect(await report('called', undefined, now + minute)).toBe('repeated');
    expect(await report('taken', undefined, now + minute)).toBe('recorded');
    expect(await report('called', undefined, now + 2 * minute)).toBe('recorded');
    expect(await readProgress(database, stored.id)).toHaveLength(3);
  });

  test('concurrent reports', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => report('called', arrival)));
    expect(outcomes.sort()).toEqual(['recorded', 'repeated', 'repeated', 'repeated', 'repeated']);
  });
});

test('an event in the future or before the enquiry is rejected', async () => {
  expect(await report('read', now + 6 * minute)).toBe('impossible_time');
  expect(await report('read', arrival - 6 * minute)).toBe('impossible_time');
  expect(await readProgress(database, stored.id)).toEqual([]);
  expect(await readRow()).toMatchObject({ state: 'new', case_version: 0 });
  // Clocks differ.
  expect(await report('read', arrival - 4 * minute)).toBe('recorded');
  expect(await report('read', arrival - 4 * minute)).toBe('repeated');
  expect(await report('taken', now + 4 * minute)).toBe('recorded');
  expect(await readProgress(database, stored.id)).toEqual([
    { state: 'read', at: arrival },
    { state: 'taken', at: now + 4 * minute },
  ]);
});

test('families see neither events of other kinds nor undone ones', async () => {
  const taken = { kind: 'taken' as const, at: now, source: { personId: 'p1' }, details: { owner: 'p1' } };
  await database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, stored.id);
    if (!enquiry) throw new Error('The enquiry is gone');
    await recordEvent(transaction, enquiry, taken, now);
    await recordEvent(transaction, enquiry, { ...taken, kind: 'note', at: now + 1, details: { text: 'secret' } }, now);
    const closed = await recordEvent(transaction, enquiry, { ...taken, kind: 'closed', at: now + 2, details: {} }, now);
    await undoEvent(transaction, enquiry, closed, now + 3);
  });
  await database
    .insertInto('enquiry_events')
    .values({ id: 'later', enquiry_id: stored.id, at: now + 4, kind: 'later', source: 'desk', person_id: 'p1' })
    .execute();
  expect(await readProgress(database, stored.id)).toEqual([{ state: 'taken', at: now }]);
  expect(await readRow()).toEqual({ state: 'taken', owner: 'p1', case_version: 4, taken_at: now });
  expect((await readHistory(database, stored.id)).map(({ kind, undoneAt }) => [kind, undoneAt])).toEqual([
    ['taken', undefined],
    ['note', undefined],
    ['closed', now + 3],
  ]);
});

test('an unknown or erased enquiry has no events', async () => {
  await report('read');
  await eraseEnquiry(database, memoryStore(), stored.id, 'visitor', now);
  expect(await database.selectFrom('enquiry_events').selectAll().execute()).toEqual([]);
  expect(await report('taken')).toBe('unknown');
  expect(await recordProgress(database, '00000000', { state: 'read', source: 'api' }, now)).toBe('unknown');
  expect(await database.selectFrom('enquiry_events').selectAll().execute()).toEqual([]);
  expect(await readRow()).toEqual({ state: 'new', owner: null, case_version: 0, taken_at: null });
  expect(await readEnquiry(database, { id: stored.id })).toBeUndefined();
});
