import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readAnswer } from './wire/read-answer.server.ts';
import { sampleChunks } from './sample/sample-answers.server.ts';
import type { FlightQuery } from './flight-query.ts';
import { openSearchDatabase, type SearchDatabase } from './search-database.server.ts';
import { openSearchStore, type SearchTiming } from './search-store.server.ts';
import { openSearches, type Search, type Searches } from './searches.server.ts';
import { SupplierError, type Answer, type FlightSupplier } from './supplier.server.ts';

const query: FlightQuery = {
  origin: 'RUH',
  destination: 'BER',
  departDate: '2027-01-05',
  adults: 1,
  children: 0,
  infants: 0,
  travelClass: 'Y',
};

/** A second takes 25 ms: the rules are the same. */
const timing: SearchTiming = { pollEvery: 100, longest: 1_500, offersLive: 22_500, failureLives: 375 };

const wired = sampleChunks(query, 's').map(({ chunk }) => chunk);
/** What the supplier has of this query, a chunk at a time. */
const chunks = readAnswer(JSON.stringify(wired)).chunks;

/** A supplier of our own words that does as it is told, and remembers when it was asked. */
function supplierOf(answers: (poll: number) => Answer | Promise<Answer>) {
  const asked: { starts: number[]; polls: number[]; links: string[] } = { starts: [], polls: [], links: [] };
  const supplier: FlightSupplier = {
    isSample: false,
    start() {
      asked.starts.push(Date.now());
      return Promise.resolve(`s${asked.starts.length}`);
    },
    poll() {
      asked.polls.push(Date.now());
      return Promise.resolve(answers(asked.polls.length));
    },
    bookingLink(_id, urlId) {
      asked.links.push(urlId);
      return Promise.resolve({ url: `https://partner.example/${urlId}`, method: 'GET', params: {} });
    },
  };
  return { supplier, asked };
}

/** One chunk with each answer, and the end with the last. */
const oneByOne = (poll: number): Answer => ({
  chunks: chunks.slice(poll - 1, poll),
  isEnd: poll >= chunks.length,
});

let folder: string;
const opened: Searches[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'searches-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((searches) => searches.close()));
  rmSync(folder, { recursive: true });
});

const openFile = (): Promise<SearchDatabase> => openSearchDatabase(join(folder, 'flights.db'));

/** As one process of several may open it: on the same file, with a memory of its own. */
async function openOn(supplier: FlightSupplier, changed: Partial<SearchTiming> = {}): Promise<Searches> {
  const searches = openSearches({
    database: await openFile(),
    supplier,
    log: pino({ level: 'silent' }),
    onCarriers: () => undefined,
    timing: { ...timing, ...changed },
  });
  opened.push(searches);
  return searches;
}

/** Looks at a search until it is as wanted. */
async function when(searches: Searches, { id }: Search, isSo: (search: Search) => boolean): Promise<Search> {
  return vi.waitFor(
    async () => {
      const search = await searches.read(id);
      if (!search || !isSo(search)) throw new Error(`The search is ${search?.state}`);
      return search;
    },
    { timeout: 10_000, interval: 100 },
  );
}

const flightIds = (search: Search) => search.results.flights().map(({ id }) => id);

test('a search is begun, shows what there is as soon as it is there, and ends with everything', async () => {
  const { supplier, asked } = supplierOf(oneByOne);
  const searches = await openOn(supplier);
  const begun = await searches.begin(query, 'ar');
  expect(begun.state).toBe('waiting');
  const first = await searches.firstResults(begun, 5_000);
  expect(first.state).toBe('gathering');
  const few = first.results.size;
  expect(few).toBeGreaterThan(0);
  const whole = await when(searches, begun, ({ state }) => state === 'complete');
  expect(whole.results.size).toBeGreaterThan(few);
  expect(asked.starts).toHaveLength(1);
  expect(asked.polls).toHaveLength(chunks.length);
  await pause(3 * timing.pollEvery);
  expect(asked.polls, 'asked after the end').toHaveLength(chunks.length);
});

test('two hundred watchers in two processes: the supplier is asked no more often than for one', async () => {
  const { supplier, asked } = supplierOf((poll) => ({ chunks: chunks.slice(0, poll), isEnd: poll === 8 }));
  const [one, other] = [await openOn(supplier), await openOn(supplier)];
  const begun = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? one : other).begin(query, index % 3 ? 'ar' : 'en')),
  );
  expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
  await Promise.all(
    begun.map((search, index) => when(index % 2 ? one : other, search, ({ state }) => state === 'complete')),
  );
  expect(asked.starts).toHaveLength(1);
  expect(asked.polls).toHaveLength(8);
  const gaps = asked.polls.slice(1).map((moment, index) => moment - (asked.polls[index] ?? 0));
  // The clock that counts is the one when a step is claimed, a moment before the supplier hears of it.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(timing.pollEvery - 15);
  const [here, there] = await Promise.all([one, other].map((searches) => searches.find(query)));
  expect(here && there && flightIds(here)).toEqual(there && flightIds(there));
});

describe('how a search ends', () => {
  test('the supplier never says that this is all: after the longest time, with what there is', async () => {
    const { supplier } = supplierOf((poll) => ({ chunks: poll === 1 ? chunks.slice(0, 1) : [], isEnd: false }));
    const searches = await openOn(supplier);
    const begun = await searches.begin(query, 'en');
    const over = await when(searches, begun, ({ state }) => state === 'timed_out');
    expect(over.results.size).toBeGreaterThan(0);
    expect(Date.now() - begun.startedAt).toBeGreaterThanOrEqual(timing.longest);
    expect(over.expiresAt).toBe(begun.expiresAt);
  });

  test('it never has anything: forgotten soon, so that the same search can be begun anew', async () => {
    const { supplier, asked } = supplierOf(() => ({ chunks: [], isEnd: false }));
    const searches = await openOn(supplier, { longest: 300 });
    const begun = await searches.begin(query, 'en');
    await when(searches, begun, ({ state }) => state === 'timed_out');
    expect((await searches.find(query))?.id).toBe(begun.id);
    await pause(timing.failureLives + 50);
    expect(await searches.find(query)).toBeUndefined();
    const again = await searches.begin(query, 'en');
    expect(again.id).not.toBe(begun.id);
    await when(searches, again, ({ state }) => state === 'gathering');
    expect(asked.starts).toHaveLength(2);
  });

  test('there are no flights: that is an answer, and lives as long as any', async () => {
    const { supplier } = supplierOf(() => ({ chunks: [], isEnd: true }));
    const searches = await openOn(supplier);
    const begun = await searches.begin(query, 'en');
    const over = await when(searches, begun, ({ state }) => state === 'complete');
    expect([over.results.size, over.expiresAt]).toEqual([0, begun.expiresAt]);
  });

  test('it cannot be started', async () => {
    const { supplier, asked } = supplierOf(oneByOne);
    supplier.start = () => Promise.reject(new SupplierError('no_search_id', 'no id'));
    const searches = await openOn(supplier);
    const over = await when(searches, await searches.begin(query, 'en'), ({ state }) => state === 'failed');
    expect([over.results.size, asked.polls.length]).toEqual([0, 0]);
  });

  test('one answer that does not come is no end, two in a row are', async () => {
    const { supplier, asked } = supplierOf((poll) => {
      if (poll === 2 || poll >= 4) throw new SupplierError('refused', 'status 500');
      return { chunks: chunks.slice(poll - 1, poll), isEnd: false };
    });
    const searches = await openOn(supplier);
    const over = await when(searches, await searches.begin(query, 'en'), ({ state }) => state === 'failed');
    expect(asked.polls).toHaveLength(5);
    expect(over.results.size, 'what was gathered stays').toBeGreaterThan(0);
    expect(over.isExpired).toBe(false);
  });

  test('an answer that cannot be read ends it at once, and so does a fault of ours', async () => {
    for (const fault of [new SupplierError('unreadable', 'no JSON'), new TypeError('ours')]) {
      const { supplier, asked } = supplierOf(() => {
        throw fault;
      });
      const searches = await openOn(supplier);
      const begun = await searches.begin({ ...query, adults: fault instanceof SupplierError ? 1 : 2 }, 'en');
      await when(searches, begun, ({ state }) => state === 'failed');
      expect(asked.polls).toHaveLength(1);
    }
  });
});

test('a process that ends in the middle leaves the rest to the next', async () => {
  const { supplier, asked } = supplierOf(oneByOne);
  const before = await openOn(supplier);
  const begun = await before.begin(query, 'ar');
  const first = await before.firstResults(begun, 5_000);
  await opened.splice(opened.indexOf(before), 1)[0]?.close();
  const known = asked.polls.length;
  await pause(3 * timing.pollEvery);
  expect(asked.polls, 'nobody looks, nobody asks').toHaveLength(known);

  const after = await openOn(supplier);
  const found = await after.find(query);
  expect(found && flightIds(found)).toEqual(flightIds(first));
  const whole = await when(after, begun, ({ state }) => state === 'complete');
  expect(whole.results.size).toBeGreaterThan(first.results.size);
  expect(asked.starts).toHaveLength(1);
});

describe('after their time', () => {
  test('offers are gone, and what was searched for is known for a day', async () => {
    const { supplier } = supplierOf(oneByOne);
    const searches = await openOn(supplier, { offersLive: 600, longest: 500 });
    const begun = await searches.begin(query, 'ar');
    const [flight] = (await searches.firstResults(begun, 5_000)).results.flights();
    await pause(700);
    const expired = await searches.read(begun.id);
    expect(expired).toMatchObject({ isExpired: true, query });
    expect(expired?.results.size).toBe(0);
    expect(await searches.find(query)).toBeUndefined();
    await expect(searches.bookingLink(expired ?? begun, flight?.best.urlId ?? '', 'ar')).rejects.toMatchObject({
      problem: 'not_bookable',
    });

    const database = await openFile();
    const count = async (table: 'searches' | 'search_chunks') =>
      (await database.selectFrom(table).selectAll().execute()).length;
    expect(await count('search_chunks')).toBeGreaterThan(0);
    await openSearchStore(database, timing).purge(Date.now());
    expect([await count('search_chunks'), await count('searches')]).toEqual([0, 1]);
    await openSearchStore(database, timing).purge(Date.now() + 25 * 60 * 60_000);
    expect(await count('searches')).toBe(0);
    await database.destroy();
  });
});

test('a link is asked for only by a visitor, and only for what the search held', async () => {
  const { supplier, asked } = supplierOf(oneByOne);
  const searches = await openOn(supplier);
  const search = await searches.firstResults(await searches.begin(query, 'en'), 5_000);
  const urlId = search.results.flights()[0]?.best.urlId ?? '';
  expect(asked.links).toEqual([]);
  await expect(searches.bookingLink(search, 'made-up', 'en')).rejects.toMatchObject({ problem: 'not_bookable' });
  expect(asked.links).toEqual([]);
  expect((await searches.bookingLink(search, urlId, 'en')).url).toBe(`https://partner.example/${urlId}`);
  expect(asked.links).toEqual([urlId]);
});

test('a thousand searches leave memory bounded, and each can still be read', async () => {
  const { supplier } = supplierOf(() => ({ chunks, isEnd: true }));
  const searches = await openOn(supplier, { pollEvery: 10 });
  const queries = Array.from({ length: 1_000 }, (_, number) => ({
    ...query,
    adults: (number % 9) + 1,
    departDate: new Date(Date.UTC(2027, 0, 1 + Math.floor(number / 9))).toISOString().slice(0, 10),
  }));
  const ids: string[] = [];
  for (let done = 0; done < queries.length; done += 50) {
    const begun = await Promise.all(queries.slice(done, done + 50).map((one) => searches.begin(one, 'en')));
    await Promise.all(begun.map((search) => searches.firstResults(search, 5_000)));
    ids.push(...begun.map(({ id }) => id));
  }
  expect(new Set(ids).size).toBe(1_000);
  expect(searches.heldInMemory().flights).toBeLessThanOrEqual(10_000);
  const oldest = await searches.read(ids[0] ?? '');
  expect(oldest?.results.size).toBeGreaterThan(10);
}, 60_000);
