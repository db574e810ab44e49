import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withConcurrentWriter } from '#tests/support/concurrent-writer.ts';
import type { Chunk } from '../model/flight.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import { apiTiming } from '../suppliers/api/api-timing.ts';
import { openSearchDatabase, type SearchDatabase, type SearchRow } from './search-database.server.ts';
import { openSearchStore, type SearchStore } from './search-store.server.ts';

const query: FlightQuery = {
  ...{ origin: 'RUH', destination: 'BER', departDate: '2027-01-05', adults: 1, children: 0, infants: 0 },
  travelClass: 'Y',
};
const supplier = { name: 'api', timing: apiTiming };
const now = Date.UTC(2027, 0, 1);
/** A time at which a lease taken at `now` has ended. */
const afterLease = now + 30_000;

let folder: string;
let file: string;
let database: SearchDatabase;
let otherDatabase: SearchDatabase;
/** Two processes that share one database. */
let store: SearchStore;
let otherStore: SearchStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'search-store-'));
  file = join(folder, 'flights.db');
  database = await openSearchDatabase(file);
  otherDatabase = await openSearchDatabase(file);
  store = openSearchStore(database, supplier);
  otherStore = openSearchStore(otherDatabase, supplier);
});

afterEach(async () => {
  await database.destroy();
  await otherDatabase.destroy();
  rmSync(folder, { recursive: true });
});

async function claimStep(claimant: SearchStore, id: string, time: number): Promise<SearchRow> {
  const row = await claimant.claim(id, time);
  if (!row) throw new Error('No step was due');
  return row;
}

const chunk = (id: string): Chunk => ({ id, proposals: [], gates: {}, airlines: {}, airports: {} });
const response = (cursor: string, ...ids: string[]) => ({ cursor, chunks: ids.map(chunk), isComplete: false });
const idsOf = (bodies: string[]) => bodies.map((body) => (JSON.parse(body) as Chunk).id).sort();

test('only one of two processes takes a step', async () => {
  const id = await store.add(query, 'en', now);
  expect(await otherStore.add(query, 'ar', now)).toBe(id);
  expect(await store.claim(id, now)).toMatchObject({ id, cursor: null });
  expect(await otherStore.claim(id, now)).toBeUndefined();
});

test('adding a search succeeds if another process releases the key at the same moment', async () => {
  const first = await store.add(query, 'en', now);
  for (const after of [1, 2]) {
    const rival = withConcurrentWriter(database, file, 'UPDATE searches SET key = NULL', after);
    const id = await openSearchStore(rival.database, supplier).add(query, 'en', now);
    rival.close();
    if (after === 1) expect(id).not.toBe(first);
  }
});

test('a start that outlasts its lease does not replace a newer session', async () => {
  const id = await store.add(query, 'en', now);
  const slow = await claimStep(store, id, now);
  const quick = await claimStep(otherStore, id, afterLease);
  await otherStore.recordStart(quick, { cursor: 'quick', pause: 0 });
  await store.recordStart(slow, { cursor: 'slow', pause: 0 });
  expect(await store.byId(id)).toMatchObject({ cursor: 'quick', state: 'gathering' });
});

test('a step continues from the end of the previous step, even if the process had read an older state', async () => {
  const id = await store.add(query, 'en', now);
  await otherStore.recordStart(await claimStep(otherStore, id, now), { cursor: 'one', pause: 0 });
  await otherStore.record(await claimStep(otherStore, id, now), { ...response('two'), pause: 0 });
  expect(await claimStep(store, id, now)).toMatchObject({ cursor: 'two' });
});

test('a response that outlasts its lease stores its chunks and changes nothing else', async () => {
  const id = await store.add(query, 'en', now);
  await store.recordStart(await claimStep(store, id, now), { cursor: 'start', pause: 0 });
  const slow = await claimStep(store, id, now);
  const quick = await claimStep(otherStore, id, afterLease);
  await store.record(slow, response('slow', 'a', 'b'));
  expect(await store.byId(id)).toMatchObject({ cursor: 'start', leased_until: quick.leased_until, version: 1 });
  await otherStore.record(quick, response('quick', 'b', 'c'));
  expect(await store.byId(id)).toMatchObject({ cursor: 'quick', leased_until: 0, version: 2 });
  expect(idsOf(await store.chunksExcept(id, new Set()))).toEqual(['a', 'b', 'c']);
});

test.each([1, 2, 3])(
  'chunks stored at the same moment are all found (rival write after statement %i)',
  async (after) => {
    const id = await store.add(query, 'en', now);
    await store.recordStart(await claimStep(store, id, now), { cursor: 'start', pause: 0 });
    const step = await claimStep(store, id, now);
    const rival = withConcurrentWriter(
      database,
      file,
      `INSERT INTO search_chunks (search_id, chunk_id, body) VALUES ('${id}', 'x', '${JSON.stringify(chunk('x'))}')`,
      after,
    );
    const seen = new Set(idsOf(await otherStore.chunksExcept(id, new Set())));
    await openSearchStore(rival.database, supplier).record(step, response('next', 'a'));
    for (const chunkId of idsOf(await otherStore.chunksExcept(id, seen))) seen.add(chunkId);
    rival.close();
    expect(seen).toEqual(new Set(rival.written() > 0 ? ['a', 'x'] : ['a']));
  },
);

test('a failure or a timeout does not end a search that another process has claimed since', async () => {
  const id = await store.add(query, 'en', now);
  const slow = await claimStep(store, id, now);
  const quick = await claimStep(otherStore, id, afterLease);
  const withoutResults = { hasResults: false, now: afterLease };
  await store.recordFirstFailure(slow);
  await store.end(slow, { state: 'failed', problem: 'unreachable' }, withoutResults);
  await store.end({ id, leased_until: 0 }, { state: 'timed_out' }, withoutResults);
  expect(await store.byId(id)).toMatchObject({ state: 'waiting', failures: 0, leased_until: quick.leased_until });
  await otherStore.end(quick, { state: 'failed', problem: 'unreachable' }, withoutResults);
  expect(await store.byId(id)).toMatchObject({ state: 'failed', expires_at: afterLease + 15_000 });
});

test('searches of another supplier or version are neither found nor continued', async () => {
  const id = await store.add(query, 'en', now);
  const sample = openSearchStore(otherDatabase, { ...supplier, name: 'sample' });
  expect(await sample.liveByKey(searchKey(query), now)).toBeUndefined();
  expect(await sample.claim(id, now)).toBeUndefined();
  expect(await sample.add(query, 'en', now)).not.toBe(id);
  const row = await sample.byId(id);
  expect(row && sample.isReadable(row)).toBe(false);
  expect((await store.liveByKey(searchKey(query), now))?.id).toBe(id);
});
