import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withRival } from '#tests/support/rival.ts';
import type { Chunk } from '../model/flight.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import { apiTiming } from '../suppliers/api/api-timing.ts';
import { openSearchDatabase, type SearchDatabase, type SearchRow } from './search-database.server.ts';
import { openSearchStore, type SearchStore } from './search-store.server.ts';

/** Two processes with the same searches: neither undoes what the other has done. */

const query: FlightQuery = {
  ...{ origin: 'RUH', destination: 'BER', departDate: '2027-01-05', adults: 1, children: 0, infants: 0 },
  travelClass: 'Y',
};
const supplier = { name: 'api', timing: apiTiming };
const now = Date.UTC(2027, 0, 1);
/** After the end of a lease of `now`. */
const later = now + 30_000;

let folder: string;
let file: string;
let database: SearchDatabase;
let other: SearchDatabase;
let here: SearchStore;
let there: SearchStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'search-store-'));
  file = join(folder, 'flights.db');
  database = await openSearchDatabase(file);
  other = await openSearchDatabase(file);
  here = openSearchStore(database, supplier);
  there = openSearchStore(other, supplier);
});

afterEach(async () => {
  await database.destroy();
  await other.destroy();
  rmSync(folder, { recursive: true });
});

async function claimed(store: SearchStore, id: string, at: number): Promise<SearchRow> {
  const row = await store.claim(id, at);
  if (!row) throw new Error('The step was not due');
  return row;
}

const chunk = (id: string): Chunk => ({ id, proposals: [], gates: {}, airlines: {}, airports: {} });
const answer = (cursor: string, ...ids: string[]) => ({ cursor, chunks: ids.map(chunk), isComplete: false });
const idsOf = (chunks: Chunk[]) => chunks.map(({ id }) => id).sort();

test('of two processes one takes the step', async () => {
  const id = await here.add(query, 'en', now);
  expect(await there.add(query, 'ar', now)).toBe(id);
  expect(await here.claim(id, now)).toMatchObject({ id, cursor: null });
  expect(await there.claim(id, now)).toBeUndefined();
});

test('a search that is let go of while another is added for the same query is no error', async () => {
  const first = await here.add(query, 'en', now);
  for (const after of [1, 2]) {
    const rival = withRival(database, file, 'UPDATE searches SET key = NULL', after);
    const id = await openSearchStore(rival.database, supplier).add(query, 'en', now);
    rival.close();
    if (after === 1) expect(id).not.toBe(first);
  }
});

test('a start that outlives its lease does not replace the session that was begun since', async () => {
  const id = await here.add(query, 'en', now);
  const slow = await claimed(here, id, now);
  const quick = await claimed(there, id, later);
  await there.recordStart(quick, { cursor: 'quick', pause: 0 });
  await here.recordStart(slow, { cursor: 'slow', pause: 0 });
  expect(await here.byId(id)).toMatchObject({ cursor: 'quick', state: 'gathering' });
});

test('a step goes on from where the last one ended, whatever was read before the claim', async () => {
  const id = await here.add(query, 'en', now);
  await there.recordStart(await claimed(there, id, now), { cursor: 'one', pause: 0 });
  await there.record(await claimed(there, id, now), { ...answer('two'), pause: 0 });
  expect(await claimed(here, id, now)).toMatchObject({ cursor: 'two' });
});

test('an answer that outlives its lease keeps its chunks and moves nothing else', async () => {
  const id = await here.add(query, 'en', now);
  await here.recordStart(await claimed(here, id, now), { cursor: 'start', pause: 0 });
  const slow = await claimed(here, id, now);
  const quick = await claimed(there, id, later);
  await here.record(slow, answer('slow', 'a', 'b'));
  expect(await here.byId(id)).toMatchObject({ cursor: 'start', leased_until: quick.leased_until, version: 1 });
  await there.record(quick, answer('quick', 'b', 'c'));
  expect(await here.byId(id)).toMatchObject({ cursor: 'quick', leased_until: 0, version: 2 });
  expect(idsOf(await here.chunksExcept(id, new Set()))).toEqual(['a', 'b', 'c']);
});

test.each([1, 2, 3])('no chunk hides another that is stored at the same moment (%i)', async (after) => {
  const id = await here.add(query, 'en', now);
  await here.recordStart(await claimed(here, id, now), { cursor: 'start', pause: 0 });
  const step = await claimed(here, id, now);
  const rival = withRival(
    database,
    file,
    `INSERT INTO search_chunks (search_id, chunk_id, body) VALUES ('${id}', 'x', '${JSON.stringify(chunk('x'))}')`,
    after,
  );
  const seen = new Set(idsOf(await there.chunksExcept(id, new Set())));
  await openSearchStore(rival.database, supplier).record(step, answer('next', 'a'));
  for (const one of await there.chunksExcept(id, seen)) seen.add(one.id);
  rival.close();
  expect(seen).toEqual(new Set(rival.written() > 0 ? ['a', 'x'] : ['a']));
});

test('a failure, or the end of its time, does not end a search that another process has taken on', async () => {
  const id = await here.add(query, 'en', now);
  const slow = await claimed(here, id, now);
  const quick = await claimed(there, id, later);
  const nothing = { hasResults: false, now: later };
  await here.recordFirstFailure(slow);
  await here.end(slow, { state: 'failed', problem: 'unreachable' }, nothing);
  await here.end({ id, leased_until: 0 }, { state: 'timed_out' }, nothing);
  expect(await here.byId(id)).toMatchObject({ state: 'waiting', failures: 0, leased_until: quick.leased_until });
  await there.end(quick, { state: 'failed', problem: 'unreachable' }, nothing);
  expect(await here.byId(id)).toMatchObject({ state: 'failed', expires_at: later + 15_000 });
});

test('searches of another supplier or version are neither found nor continued', async () => {
  const id = await here.add(query, 'en', now);
  const sample = openSearchStore(other, { ...supplier, name: 'sample' });
  expect(await sample.liveByKey(searchKey(query), now)).toBeUndefined();
  expect(await sample.claim(id, now)).toBeUndefined();
  expect(await sample.add(query, 'en', now)).not.toBe(id);
  const row = await sample.byId(id);
  expect(row && sample.isReadable(row)).toBe(false);
  expect((await here.liveByKey(searchKey(query), now))?.id).toBe(id);
});
