import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { readEnquiry } from '../store/read-enquiry.server.ts';
import { type StoredEnquiry, storeEnquiry } from '../store/store-enquiry.server.ts';
import { type ProgressSource, type ProgressState, progressStates } from './progress.ts';
import { readProgress } from './read-progress.server.ts';
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

const report = (state: ProgressState, at?: number, time = now) =>
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

test('events are recorded with their time, and the newest one is the state', async () => {
  expect(await report('read', arrival + minute)).toBe('recorded');
  expect(await report('called')).toBe('recorded');
  expect(await report('taken', arrival + 2 * minute)).toBe('recorded');
  expect(await readProgress(database, stored.id)).toEqual([
    { state: 'read', at: arrival + minute },
    { state: 'taken', at: arrival + 2 * minute },
    { state: 'called', at: now },
  ]);
  expect(await readRow()).toMatchObject({ state: 'called', case_version: 3 });
  const other = await store('another');
  expect(await readProgress(database, other.id)).toEqual([]);
});

test('of simultaneous events, the last one recorded is the newest', async () => {
  for (const state of ['answered', 'read', 'closed'] as const) await report(state, arrival);
  expect((await readProgress(database, stored.id)).map(({ state }) => state)).toEqual(['answered', 'read', 'closed']);
  expect(await readRow()).toMatchObject({ state: 'closed' });
});

test.each(progressStates)('%s takes the enquiry, unless somebody has only read it', async (state) => {
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

  test('concurrent ones', async () => {
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

test('the source of an event is stored', async () => {
  const sources: ProgressSource[] = ['api', 'command-line', { personId: 'p1' }];
  for (const [index, source] of sources.entries())
    await recordProgress(database, stored.reference, { state: 'called', at: now + index, source }, now);
  expect(await database.selectFrom('enquiry_events').select(['source', 'person_id']).orderBy('at').execute()).toEqual([
    { source: 'api', person_id: null },
    { source: 'command-line', person_id: null },
    { source: 'desk', person_id: 'p1' },
  ]);
});

test('people record events, too, and families do not see events of unknown kinds or undone ones', async () => {
  const source = { personId: 'p1' };
  await recordProgress(database, stored.reference, { state: 'taken', source }, now);
  const row = { enquiry_id: stored.id, source: 'desk' as const, person_id: 'p1' };
  await database
    .insertInto('enquiry_events')
    .values([
      { ...row, id: 'note', at: now + 1, kind: 'note' },
      { ...row, id: 'undone', at: now + 2, kind: 'closed', undone_at: now + 3 },
    ])
    .execute();
  expect(await readProgress(database, stored.id)).toEqual([{ state: 'taken', at: now }]);
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
