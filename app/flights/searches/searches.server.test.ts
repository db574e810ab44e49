import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { longestWait, waitFor } from '#tests/support/wait-for.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import { readPollResponse } from '../suppliers/api/wire/read-poll-response.server.ts';
import { sampleChunks } from '../suppliers/sample/sample-responses.server.ts';
import {
  type FlightSupplier,
  type PollResponse,
  SupplierError,
  type SupplierTiming,
} from '../suppliers/supplier.server.ts';
import { openSearchDatabase, type SearchDatabase } from './search-database.server.ts';
import { leaseDuration, openSearchStore } from './search-store.server.ts';
import { openSearches, type Search, type Searches } from './searches.server.ts';

const query: FlightQuery = {
  origin: 'RUH',
  destination: 'BER',
  departDate: '2027-01-05',
  adults: 1,
  children: 0,
  infants: 0,
  travelClass: 'Y',
};

/** Real timing, except that a search is polled more often. */
const timing: SupplierTiming = { pollInterval: 100, maxDuration: 60_000, offerLifetime: 900_000 };
const failureLifetime = 15_000;

const wireChunks = sampleChunks(query, 's').map(({ chunk }) => chunk);
const chunks = runSync(readPollResponse(JSON.stringify(wireChunks))).chunks;

/** A response as specified by a test; the fake supplier adds the cursor. */
type FakeResponse = Omit<PollResponse, 'cursor'>;

/** Creates a fake supplier with the given responses. It records the cursors and fare ids of all calls. */
function fakeSupplier(
  respond: (poll: number) => FakeResponse | Promise<FakeResponse>,
  timingOverrides: Partial<SupplierTiming> = {},
) {
  const calls: { starts: string[]; polls: string[]; links: string[] } = { starts: [], polls: [], links: [] };
  const supplier: FlightSupplier = {
    name: 'fake',
    timing: { ...timing, ...timingOverrides },
    isSample: false,
    start() {
      const cursor = `s${calls.starts.length + 1}`;
      calls.starts.push(cursor);
      return Promise.resolve({ cursor, pause: 0 });
    },
    async poll(cursor) {
      calls.polls.push(cursor);
      return { cursor: `after poll ${calls.polls.length}`, ...(await respond(calls.polls.length)) };
    },
    bookingLink(_id, fareId) {
      calls.links.push(fareId);
      return Promise.resolve({ url: `https://partner.example/${fareId}`, method: 'GET', params: {} });
    },
  };
  return { supplier, calls };
}

/** Responds with one chunk at a time, and completes with the last one. */
const oneByOne = (poll: number): FakeResponse => ({
  chunks: chunks.slice(poll - 1, poll),
  isComplete: poll >= chunks.length,
});

let folder: string;
const opened: Searches[] = [];
const databases: SearchDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'searches-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((searches) => searches.stop()));
  await Promise.all(databases.splice(0).map((database) => database.destroy()));
  rmSync(folder, { recursive: true });
});

async function openDatabase(): Promise<SearchDatabase> {
  const database = await openSearchDatabase(join(folder, 'flights.db'));
  databases.push(database);
  return database;
}

/** Returns the options with which a process opens its searches. */
const optionsFor = async (supplier: FlightSupplier) => ({
  database: await openDatabase(),
  failureLifetime,
  supplier,
  log: pino({ level: 'silent' }),
  onCarriers: () => undefined,
});

/** Opens searches as a separate process would: same database file, separate memory. */
async function openProcess(supplier: FlightSupplier): Promise<Searches> {
  const searches = openSearches(await optionsFor(supplier));
  opened.push(searches);
  return searches;
}

/** Opens searches whose clock stands still until the test moves it. */
async function openAtTime(supplier: FlightSupplier): Promise<{ searches: Searches; clock: { time: number } }> {
  const clock = { time: Date.now() };
  const searches = openSearches({ ...(await optionsFor(supplier)), now: () => clock.time });
  opened.push(searches);
  return { searches, clock };
}

/** Returns when the step of the only search that is being taken was claimed (ms since 1970). */
async function timeOfClaim(database: SearchDatabase): Promise<number> {
  const { leased_until } = await database.selectFrom('searches').select('leased_until').executeTakeFirstOrThrow();
  return leased_until - leaseDuration;
}

/** Reads a search repeatedly until the condition holds. */
async function waitForSearch(
  searches: Searches,
  { id }: Search,
  condition: (search: Search) => boolean,
): Promise<Search> {
  return waitFor(async () => {
    const search = await searches.read(id);
    return search && condition(search) && search;
  });
}

const flightIds = (search: Search) => search.results.flights().map(({ id }) => id);

test('a search starts, shows results as they arrive, and completes', async () => {
  let goOn: (value?: unknown) => void = () => undefined;
  const isSeen = new Promise((resolve) => (goOn = resolve));
  const { supplier, calls } = fakeSupplier(async (poll) => {
    if (poll > 1) await isSeen;
    return oneByOne(poll);
  });
  const searches = await openProcess(supplier);
  const started = await searches.start(query, 'ar');
  expect(started.state).toBe('waiting');
  const first = await searches.waitForFirstResults(started, longestWait);
  expect(first.state).toBe('gathering');
  const initialSize = first.results.size;
  expect(initialSize).toBeGreaterThan(0);
  goOn();
  const complete = await waitForSearch(searches, started, ({ state }) => state === 'complete');
  expect(complete.results.size).toBeGreaterThan(initialSize);
  expect(calls.starts).toHaveLength(1);
  expect(calls.polls).toHaveLength(chunks.length);
  await pause(3 * timing.pollInterval);
  expect(calls.polls, 'no polls after completion').toHaveLength(chunks.length);
});

test('two hundred visitors in two processes cause no more supplier requests than one', async () => {
  const database = await openDatabase();
  const claims: number[] = [];
  const { supplier, calls } = fakeSupplier(async (poll) => {
    claims.push(await timeOfClaim(database));
    return { chunks: chunks.slice(0, poll), isComplete: poll === 8 };
  });
  const [searchesA, searchesB] = [await openProcess(supplier), await openProcess(supplier)];
  const started = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (index % 2 ? searchesA : searchesB).start(query, index % 3 ? 'ar' : 'en'),
    ),
  );
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  await Promise.all(
    started.map((search, index) =>
      waitForSearch(index % 2 ? searchesA : searchesB, search, ({ state }) => state === 'complete'),
    ),
  );
  expect(calls.starts).toHaveLength(1);
  expect(calls.polls).toHaveLength(8);
  for (const [index, claim] of claims.slice(1).entries())
    expect(claim).toBeGreaterThanOrEqual((claims[index] ?? 0) + timing.pollInterval);
  const [foundByA, foundByB] = await Promise.all([searchesA, searchesB].map((searches) => searches.find(query)));
  expect(foundByA && foundByB && flightIds(foundByA)).toEqual(foundByB && flightIds(foundByB));
});

describe('a search', () => {
  test('times out and keeps its results if the supplier never completes it', async () => {
    const { supplier, calls } = fakeSupplier((poll) => ({
      chunks: poll === 1 ? chunks.slice(0, 1) : [],
      isComplete: false,
    }));
    const { searches, clock } = await openAtTime(supplier);
    const startedAt = clock.time;
    const started = await searches.start(query, 'en');
    await waitFor(() => calls.polls.length === 1);
    clock.time = startedAt + timing.maxDuration - 1;
    await waitFor(() => calls.polls.length === 2);
    expect((await searches.read(started.id))?.state).toBe('gathering');
    clock.time += 1;
    const ended = await waitForSearch(searches, started, ({ state }) => state === 'timed_out');
    expect(ended.results.size).toBeGreaterThan(0);
    clock.time = startedAt + timing.offerLifetime - 1;
    expect((await searches.read(started.id))?.isExpired).toBe(false);
  });

  test('expires soon if it ended without results, so that it can be retried', async () => {
    const { supplier, calls } = fakeSupplier(() => ({ chunks: [], isComplete: false }));
    const { searches, clock } = await openAtTime(supplier);
    const started = await searches.start(query, 'en');
    clock.time += timing.maxDuration;
    await waitForSearch(searches, started, ({ state }) => state === 'timed_out');
    expect((await searches.find(query))?.id).toBe(started.id);
    clock.time += failureLifetime;
    expect(await searches.find(query)).toBeUndefined();
    const retried = await searches.start(query, 'en');
    expect(retried.id).not.toBe(started.id);
    await waitForSearch(searches, retried, ({ state }) => state === 'gathering');
    expect(calls.starts).toHaveLength(2);
  });

  test('has the normal lifetime if it is complete but has no flights', async () => {
    const { supplier } = fakeSupplier(() => ({ chunks: [], isComplete: true }));
    const searches = await openProcess(supplier);
    const started = await searches.start(query, 'en');
    const ended = await waitForSearch(searches, started, ({ state }) => state === 'complete');
    expect([ended.results.size, ended.expiresAt]).toEqual([0, started.expiresAt]);
  });

  test('fails without results if it cannot be started', async () => {
    const { supplier, calls } = fakeSupplier(oneByOne);
    supplier.start = () => Promise.reject(new SupplierError('no_search_id', 'no id'));
    const searches = await openProcess(supplier);
    const ended = await waitForSearch(searches, await searches.start(query, 'en'), ({ state }) => state === 'failed');
    expect([ended.results.size, calls.polls.length]).toEqual([0, 0]);
  });

  test('survives one failed poll but not two in a row', async () => {
    const { supplier, calls } = fakeSupplier((poll) => {
      if (poll === 2 || poll >= 4) throw new SupplierError('refused', 'status 500');
      return { chunks: chunks.slice(poll - 1, poll), isComplete: false };
    });
    const searches = await openProcess(supplier);
    const ended = await waitForSearch(searches, await searches.start(query, 'en'), ({ state }) => state === 'failed');
    expect(calls.polls).toHaveLength(5);
    expect(ended.results.size, 'earlier results are kept').toBeGreaterThan(0);
    expect(ended.isExpired).toBe(false);
  });

  const nothingReadable = {
    chunks: [{ id: 'odd', gates: {}, airlines: {}, airports: {}, proposals: [] }],
    dropped: { 'no time': 3 },
  };

  test('fails if none of the flights that partners sent can be read', async () => {
    const { supplier } = fakeSupplier((poll) =>
      poll === 1 ? { ...nothingReadable, isComplete: false } : { chunks: [], isComplete: true },
    );
    const searches = await openProcess(supplier);
    const started = await searches.start(query, 'en');
    const ended = await waitForSearch(searches, started, ({ state }) => state === 'failed');
    expect([ended.problem, ended.results.size]).toEqual(['unreadable', 0]);
    expect(ended.expiresAt, 'can be repeated soon').toBeLessThan(started.expiresAt);
  });

  test('keeps the flights of other partners if those of one cannot be read, and can be repeated', async () => {
    const { supplier } = fakeSupplier((poll) =>
      poll === 1 ? { ...nothingReadable, isComplete: false } : { chunks, isComplete: true },
    );
    const searches = await openProcess(supplier);
    const started = await searches.start(query, 'en');
    const ended = await waitForSearch(searches, started, ({ state }) => state === 'complete');
    expect(ended.problem).toBe('unreadable');
    expect(ended.results.size).toBeGreaterThan(10);
    expect(await searches.allowRetry(ended)).toBe(true);
  });

  test('continues after a response that is too large', async () => {
    const { supplier, calls } = fakeSupplier((poll) => {
      if (poll === 1) throw new SupplierError('too_large', 'The response is larger than allowed');
      return { chunks, isComplete: true };
    });
    const searches = await openProcess(supplier);
    const started = await searches.start(query, 'en');
    const ended = await waitForSearch(searches, started, ({ state }) => state === 'complete');
    expect([calls.polls.length, ended.problem]).toEqual([2, 'too_large']);
    expect(ended.results.size).toBeGreaterThan(10);
  });

  test('logs once for each response what could not be read', async () => {
    const { supplier } = fakeSupplier((poll) => ({
      chunks: poll === 3 ? chunks : [],
      isComplete: poll === 3,
      ...(poll === 3 ? {} : { dropped: { 'no time': poll } }),
    }));
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
    const searches = openSearches({ ...(await optionsFor(supplier)), log });
    opened.push(searches);
    const started = await searches.start(query, 'en');
    await waitForSearch(searches, started, ({ state }) => state === 'complete');
    expect(lines.map(({ search, dropped }) => ({ search, dropped }))).toEqual([
      { search: started.id, dropped: { 'no time': 1 } },
      { search: started.id, dropped: { 'no time': 2 } },
    ]);
  });

  test('fails immediately after an unreadable response or an internal error', async () => {
    for (const error of [new SupplierError('unreadable', 'not JSON'), new TypeError('internal error')]) {
      const { supplier, calls } = fakeSupplier(() => {
        throw error;
      });
      const searches = await openProcess(supplier);
      const started = await searches.start({ ...query, adults: error instanceof SupplierError ? 1 : 2 }, 'en');
      await waitForSearch(searches, started, ({ state }) => state === 'failed');
      expect(calls.polls).toHaveLength(1);
    }
  });
});

test('a process continues the searches of a stopped process', async () => {
  const { supplier, calls } = fakeSupplier(oneByOne);
  const stopped = await openProcess(supplier);
  const started = await stopped.start(query, 'ar');
  const first = await stopped.waitForFirstResults(started, longestWait);
  await opened.splice(opened.indexOf(stopped), 1)[0]?.stop();
  const pollsAtStop = calls.polls.length;
  await pause(3 * timing.pollInterval);
  expect(calls.polls, 'no polls while no process is running').toHaveLength(pollsAtStop);

  const successor = await openProcess(supplier);
  const found = await successor.find(query);
  expect(found && flightIds(found)).toEqual(flightIds(first));
  const complete = await waitForSearch(successor, started, ({ state }) => state === 'complete');
  expect(complete.results.size).toBeGreaterThan(first.results.size);
  expect(calls.starts).toHaveLength(1);
});

describe('after expiry', () => {
  test('deletes the offers, and keeps the criteria for a day', async () => {
    const { supplier } = fakeSupplier(oneByOne);
    const { searches, clock } = await openAtTime(supplier);
    const started = await searches.start(query, 'ar');
    const [flight] = (await searches.waitForFirstResults(started, longestWait)).results.flights();
    clock.time += timing.offerLifetime;
    const expired = await searches.read(started.id);
    expect(expired).toMatchObject({ isExpired: true, query });
    expect(expired?.results.size).toBe(0);
    expect(await searches.find(query)).toBeUndefined();
    await expect(searches.bookingLink(expired ?? started, flight?.best.fareId ?? '', 'ar')).rejects.toMatchObject({
      problem: 'not_bookable',
    });

    const database = await openDatabase();
    const count = async (table: 'searches' | 'search_chunks') =>
      (await database.selectFrom(table).selectAll().execute()).length;
    expect(await count('search_chunks')).toBeGreaterThan(0);
    await openSearchStore(database, supplier).purge(clock.time);
    expect([await count('search_chunks'), await count('searches')]).toEqual([0, 1]);
    await openSearchStore(database, supplier).purge(clock.time + 25 * 60 * 60_000);
    expect(await count('searches')).toBe(0);
  });
});

test('requests booking links only for offers of the search', async () => {
  const { supplier, calls } = fakeSupplier(oneByOne);
  const searches = await openProcess(supplier);
  const search = await searches.waitForFirstResults(await searches.start(query, 'en'), longestWait);
  const fareId = search.results.flights()[0]?.best.fareId ?? '';
  expect(calls.links).toEqual([]);
  await expect(searches.bookingLink(search, 'made-up', 'en')).rejects.toMatchObject({ problem: 'not_bookable' });
  expect(calls.links).toEqual([]);
  expect((await searches.bookingLink(search, fareId, 'en')).url).toBe(`https://partner.example/${fareId}`);
  expect(calls.links).toEqual([fareId]);
});

test('rejects the booking of a fare that has expired before its search', async () => {
  const expiresAt = Math.ceil(Date.now() / 1000) + 1;
  const [chunk] = chunks.map((original) => ({
    ...original,
    proposals: original.proposals.map((proposal) => ({
      ...proposal,
      offers: proposal.offers.map((offer) => ({ ...offer, expiresAt })),
    })),
  }));
  const { supplier, calls } = fakeSupplier(() => ({ chunks: chunk ? [chunk] : [], isComplete: true }));
  let now = expiresAt * 1000 - 1;
  const searches = openSearches({ ...(await optionsFor(supplier)), now: () => now });
  opened.push(searches);
  const search = await searches.waitForFirstResults(await searches.start(query, 'en'), longestWait);
  const offer = search.results.flights()[0]?.best;
  if (!offer) throw new Error('No offer');
  expect(searches.hasExpired(search, offer)).toBe(false);
  await searches.bookingLink(search, offer.fareId, 'en');
  now = expiresAt * 1000;
  expect(searches.hasExpired(search, offer)).toBe(true);
  expect(search.isExpired).toBe(false);
  await expect(searches.bookingLink(search, offer.fareId, 'en')).rejects.toMatchObject({ problem: 'not_bookable' });
  expect(calls.links).toHaveLength(1);
});

test('an expired booking link is rejected, and the search can be repeated at once', async () => {
  const { supplier } = fakeSupplier(() => ({ chunks, isComplete: true }));
  supplier.bookingLink = () =>
    Promise.resolve({ url: 'https://partner.example', method: 'GET', params: {}, expiresAt: Date.now() / 1000 - 1 });
  const searches = await openProcess(supplier);
  const search = await searches.waitForFirstResults(await searches.start(query, 'en'), longestWait);
  const fareId = search.results.flights()[0]?.best.fareId ?? '';
  await expect(searches.bookingLink(search, fareId, 'en')).rejects.toMatchObject({ problem: 'expired' });
  expect(await searches.find(query)).toBeUndefined();
  expect((await searches.read(search.id))?.results.size).toBe(search.results.size);
});

describe('a supplier', () => {
  const visitor = { address: '198.51.100.77', userAgent: 'Old Browser/1.0' };

  /** Returns a supplier that records the context of each call. */
  function recordingSupplier(needsVisitor: boolean, timingOverrides: Partial<SupplierTiming> = {}) {
    const { supplier, calls } = fakeSupplier(() => ({ chunks, isComplete: true }), timingOverrides);
    const told: unknown[] = [];
    const original = { ...supplier };
    Object.assign(supplier, {
      needsVisitor,
      start(criteria, context) {
        told.push(context);
        return original.start(criteria, context);
      },
      bookingLink(cursor, fareId, context) {
        told.push(context);
        return original.bookingLink(cursor, fareId, context);
      },
    } satisfies Partial<FlightSupplier>);
    return { supplier, calls, told };
  }

  test('that needs the visitor is told who it is at the start and for a link, and the visitor is not stored', async () => {
    const { supplier, told } = recordingSupplier(true);
    const searches = await openProcess(supplier);
    const started = await searches.start(query, 'ar', () => visitor);
    const search = await searches.waitForFirstResults(started, longestWait);
    await searches.bookingLink(search, search.results.flights()[0]?.best.fareId ?? '', 'en', () => visitor);
    expect(told).toEqual([
      { language: 'ar', currency: 'EUR', visitor },
      { language: 'en', visitor },
    ]);
    const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
    expect(stored.join('')).toContain(search.id);
    for (const detail of Object.values(visitor)) expect(stored.join('')).not.toContain(detail);
  });

  test('that needs the visitor is called first by the process that knows the visitor', async () => {
    const { supplier, calls } = recordingSupplier(true);
    const id = await openSearchStore(await openDatabase(), supplier).add(query, 'ar', Date.now());
    const stranger = await openProcess(supplier);
    await stranger.read(id);
    await pause(3 * timing.pollInterval);
    expect(await stranger.read(id)).toMatchObject({ state: 'waiting', problem: null });
    expect(calls.starts).toEqual([]);
  });

  test('that needs the visitor is not called if no process knows the visitor, and the search fails', async () => {
    const { supplier, calls } = recordingSupplier(true);
    // The process that added the search ended before it could start it, longer ago than a lease lasts.
    const id = await openSearchStore(await openDatabase(), supplier).add(query, 'ar', Date.now() - 20_001);
    const searches = await openProcess(supplier);
    const search = await searches.read(id);
    if (!search) throw new Error('No search');
    const ended = await waitForSearch(searches, search, ({ state }) => state === 'failed');
    expect([ended.problem, calls.starts]).toEqual(['refused', []]);
  });

  test('that does not need the visitor is told nothing, and the visitor is not even read', async () => {
    const { supplier, told } = recordingSupplier(false);
    const searches = await openProcess(supplier);
    const readVisitor = vi.fn(() => visitor);
    const started = await searches.start(query, 'ar', readVisitor);
    const search = await searches.waitForFirstResults(started, longestWait);
    await searches.bookingLink(search, search.results.flights()[0]?.best.fareId ?? '', 'en', readVisitor);
    expect(readVisitor).not.toHaveBeenCalled();
    expect(told).toEqual([{ language: 'ar', currency: 'EUR' }, { language: 'en' }]);
  });
});

describe('the fares of one flight', () => {
  /** Returns a supplier that delivers an additional fare for each flight on demand. */
  function supplierOnDemand(fares: NonNullable<FlightSupplier['fares']>) {
    const { supplier } = fakeSupplier(() => ({ chunks, isComplete: true }));
    const asked: string[] = [];
    supplier.fares = (cursor, flight, context) => {
      asked.push(flight.id);
      return fares(cursor, flight, context);
    };
    return { supplier, asked };
  }

  const flexibleFare: NonNullable<FlightSupplier['fares']> = (_cursor, { id, itineraries, best }) => {
    const itinerary = itineraries.find((candidate) => candidate.id === best.itineraryId);
    if (!itinerary) throw new Error('No itinerary');
    const flexible = { ...best, fareId: 'flexible', price: best.price + 100, unifiedPrice: best.unifiedPrice + 100 };
    const proposals = [{ flightId: id, itinerary, offers: [flexible] }];
    return Promise.resolve({ gates: {}, airlines: {}, airports: {}, proposals });
  };

  test('are requested once for all visitors and processes, and can be booked', async () => {
    const { supplier, asked } = supplierOnDemand(flexibleFare);
    const [searches, others] = [await openProcess(supplier), await openProcess(supplier)];
    const search = await searches.waitForFirstResults(await searches.start(query, 'en'), longestWait);
    const id = search.results.flights()[0]?.id ?? '';
    expect(searches.lacksFares(search, id)).toBe(true);
    expect(searches.lacksFares(search, 'unknown')).toBe(false);
    const loaded = await Promise.all(Array.from({ length: 5 }, () => searches.loadFares(search, id, 'en')));
    for (const { results } of loaded) expect(results.offer('flexible')?.flight.id).toBe(id);
    const elsewhere = await others.read(search.id);
    expect(elsewhere && others.lacksFares(elsewhere, id)).toBe(false);
    expect(asked).toEqual([id]);
    expect(loaded[0]?.version).toBeGreaterThan(search.version);
    await expect(searches.bookingLink(elsewhere ?? search, 'flexible', 'en')).resolves.toMatchObject({ method: 'GET' });
  });

  test('are requested again after one of the offers has expired', async () => {
    const expiresAt = Math.ceil(Date.now() / 1000) + 60;
    let now = expiresAt * 1000 - 1;
    const { supplier, asked } = supplierOnDemand(async (...request) => {
      const fares = await flexibleFare(...request);
      const lifetime = 300 * asked.length;
      for (const { offers } of fares.proposals)
        for (const offer of offers) Object.assign(offer, { revision: lifetime, expiresAt: expiresAt + lifetime - 300 });
      return fares;
    });
    const searches = openSearches({ ...(await optionsFor(supplier)), now: () => now });
    opened.push(searches);
    const search = await searches.waitForFirstResults(await searches.start(query, 'en'), longestWait);
    const id = search.results.flights()[0]?.id ?? '';
    const first = await searches.loadFares(search, id, 'en');
    expect(searches.lacksFares(first, id)).toBe(false);
    now += 1;
    expect(searches.lacksFares(first, id)).toBe(true);
    const second = await searches.loadFares(first, id, 'en');
    expect(second.results.offer('flexible')?.offer.expiresAt).toBe(expiresAt + 300);
    expect([searches.lacksFares(second, id), asked]).toEqual([false, [id, id]]);
  });

  test('that cannot be loaded leave the known offers unchanged, and are requested again next time', async () => {
    const { supplier, asked } = supplierOnDemand(() => Promise.reject(new SupplierError('refused', 'status 500')));
    const searches = await openProcess(supplier);
    const search = await searches.waitForFirstResults(await searches.start(query, 'en'), longestWait);
    const id = search.results.flights()[0]?.id ?? '';
    const loaded = await searches.loadFares(search, id, 'en');
    expect(loaded.results.flights()).toEqual(search.results.flights());
    expect([searches.lacksFares(loaded, id), asked]).toEqual([true, [id]]);
  });
});

describe('the supplier’s session', () => {
  test('each request, including one for a booking link, uses the cursor of the previous response', async () => {
    const { supplier, calls } = fakeSupplier(oneByOne);
    const linkCursors: string[] = [];
    supplier.bookingLink = (cursor) => {
      linkCursors.push(cursor);
      return Promise.resolve({ url: 'https://partner.example', method: 'GET', params: {} });
    };
    const searches = await openProcess(supplier);
    const complete = await waitForSearch(
      searches,
      await searches.start(query, 'en'),
      ({ state }) => state === 'complete',
    );
    const last = chunks.length;
    expect(calls.polls).toEqual(['s1', ...Array.from({ length: last - 1 }, (_, index) => `after poll ${index + 1}`)]);
    await searches.bookingLink(complete, complete.results.flights()[0]?.best.fareId ?? '', 'en');
    expect(linkCursors).toEqual([`after poll ${last}`]);
  });

  test('a response may set the pause before the next poll', async () => {
    const database = await openDatabase();
    const claims: number[] = [];
    const { supplier } = fakeSupplier(
      async (poll) => {
        claims.push(await timeOfClaim(database));
        return { ...oneByOne(poll), pause: poll === 1 ? 5 : 40_000 };
      },
      { pollInterval: 30_000 },
    );
    const searches = await openProcess(supplier);
    await searches.start(query, 'en');
    const nextPoll = async () =>
      (await database.selectFrom('searches').select('next_poll_at').executeTakeFirstOrThrow()).next_poll_at;
    await waitFor(async () => claims[1] !== undefined && (await nextPoll()) === claims[1] + 40_000);
  });
});

/** Completes a search in an earlier process, with another supplier name or stored format. */
async function completeOldSearch(overrides: { name?: string; format?: string }): Promise<Search> {
  const { supplier } = fakeSupplier(() => ({ chunks, isComplete: true }));
  const earlier = await openProcess({ ...supplier, name: overrides.name ?? supplier.name });
  const search = await waitForSearch(earlier, await earlier.start(query, 'en'), ({ state }) => state === 'complete');
  expect(search.results.size).toBeGreaterThan(0);
  if (overrides.format !== undefined) {
    await (await openDatabase()).updateTable('searches').set({ format: overrides.format }).execute();
  }
  return search;
}

describe.each([
  { of: 'chunks of another version', change: { format: 'fake 1' } },
  { of: 'flights of another supplier', change: { name: 'sample' } },
])('a search with $of', ({ change }) => {
  test('counts as expired and is started again', async () => {
    const old = await completeOldSearch(change);
    const { supplier, calls } = fakeSupplier(oneByOne);
    const searches = await openProcess(supplier);
    expect(await searches.find(query)).toBeUndefined();
    expect(await searches.versionOf(searchKey(query))).toBeUndefined();
    const found = await searches.read(old.id);
    expect(found).toMatchObject({ isExpired: true, query });
    expect(found?.results.size).toBe(0);

    const restarted = await searches.start(query, 'en');
    expect(restarted.id).not.toBe(old.id);
    await waitForSearch(searches, restarted, ({ state }) => state === 'complete');
    expect(calls.starts).toHaveLength(1);
    expect((await searches.find(query))?.id).toBe(restarted.id);
  });

  test('is not continued', async () => {
    const old = await completeOldSearch(change);
    await (await openDatabase()).updateTable('searches').set({ state: 'gathering', next_poll_at: 0 }).execute();
    const { supplier, calls } = fakeSupplier(oneByOne);
    const searches = await openProcess(supplier);
    await searches.read(old.id);
    await pause(2 * timing.pollInterval);
    expect([calls.starts, calls.polls]).toEqual([[], []]);
  });
});

test('a thousand searches stay readable within a bounded amount of memory', async () => {
  const { supplier } = fakeSupplier(() => ({ chunks, isComplete: true }), { pollInterval: 10, offerLifetime: 600_000 });
  const searches = await openProcess(supplier);
  const queries = Array.from({ length: 1_000 }, (_, number) => ({
    ...query,
    adults: (number % 9) + 1,
    departDate: new Date(Date.UTC(2027, 0, 1 + Math.floor(number / 9))).toISOString().slice(0, 10),
  }));
  const ids: string[] = [];
  for (let done = 0; done < queries.length; done += 50) {
    const started = await Promise.all(queries.slice(done, done + 50).map((criteria) => searches.start(criteria, 'en')));
    await Promise.all(started.map((search) => searches.waitForFirstResults(search, longestWait)));
    ids.push(...started.map(({ id }) => id));
  }
  expect(new Set(ids).size).toBe(1_000);
  expect(searches.cacheSizes().flights).toBeLessThanOrEqual(10_000);
  const oldest = await searches.read(ids[0] ?? '');
  expect(oldest?.results.size).toBeGreaterThan(10);
});
