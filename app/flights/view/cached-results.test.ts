import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { openStorage } from '#tests/support/browser-storage.ts';
import { collection, flightQuery, search, sold } from '#tests/support/flights.ts';
import { type ListQuery, readListQuery } from '../model/list-query.ts';
import { viewResults } from '../results/view-results.server.ts';
import type * as KeptResults from './cached-results.ts';
import type { ResultsView } from './results-view.ts';

const now = Date.UTC(2027, 2, 20, 13, 5);
const lifetime = 15 * 60_000;

/** A page of results with its URL; each day is a different search. */
function results(day: number, changes: Partial<ListQuery> = {}, startedAt = now): [string, ResultsView] {
  const query = flightQuery({ departDate: `2027-04-${String(day).padStart(2, '0')}` });
  const found = search(collection([sold('SV RUH 08:00 FRA 12:30')]), {
    id: `search of ${startedAt}`,
    query,
    startedAt,
    expiresAt: startedAt + lifetime,
  });
  const view = viewResults(found, { ...readListQuery(new URLSearchParams()), ...changes }, 'ar', false);
  const list = changes.page === undefined ? '' : `&page=${changes.page}`;
  return [`/ar/search/flights?${view.query.key}${list}`, view];
}

const daysOf = (recent: { departDay: string }[]) => recent.map(({ departDay }) => Number(departDay.split(/[ /]/)[1]));

let kept: typeof KeptResults;

/** Simulates a new document: clears memory, but not session storage. */
async function openPage(): Promise<void> {
  vi.resetModules();
  kept = await import('./cached-results.ts');
}

let storage: Storage;
let warn: MockInstance<typeof console.warn>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  storage = openStorage();
  vi.stubGlobal('sessionStorage', storage);
  warn = vi.spyOn(console, 'warn').mockReturnValue();
  await openPage();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([
  ['in the same document', () => Promise.resolve()],
  ['in the next document', () => openPage()],
])('%s', (_, turn) => {
  test('returns cached results for the same URL only', async () => {
    const [address, view] = results(1);
    const [second, secondView] = results(1, { page: 2 });
    kept.cacheResults(address, view);
    kept.cacheResults(second, secondView);
    await turn();
    expect(kept.cachedResults(address)).toEqual(view);
    expect(kept.cachedResults(second)).toEqual(secondView);
    expect(kept.cachedResults(`${address}&sort=best`)).toBeUndefined();
    expect(kept.cachedResults(results(2)[0])).toBeUndefined();
    expect(kept.cachedResults('')).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  test('caches ten searches, and evicts the oldest', async () => {
    for (let day = 1; day <= 12; day++) kept.cacheResults(...results(day));
    await turn();
    expect(daysOf(kept.recentSearches())).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(kept.cachedResults(results(2)[0])).toBeUndefined();
    expect(kept.cachedResults(results(3)[0])).toEqual(results(3)[1]);
  });

  test('caching a search again makes it the newest', async () => {
    for (let day = 1; day <= 10; day++) kept.cacheResults(...results(day));
    kept.cacheResults(...results(1, { page: 2 }));
    kept.cacheResults(...results(11));
    await turn();
    expect(daysOf(kept.recentSearches())).toEqual([11, 1, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(kept.cachedResults(results(1)[0])).toEqual(results(1)[1]);
  });

  test('caching replaces previous results of the same URL', async () => {
    const [address, view] = results(1);
    kept.cacheResults(address, { ...view, found: 0, version: view.version - 1 });
    kept.cacheResults(address, view);
    await turn();
    expect(kept.cachedResults(address)).toEqual(view);
    expect(kept.recentSearches()).toHaveLength(1);
  });

  test('caches the eight newest pages of a search', async () => {
    for (let page = 1; page <= 8; page++) kept.cacheResults(...results(1, { page }));
    const [address, view] = results(1, { page: 1 });
    kept.cacheResults(address, { ...view, version: view.version + 1 });
    kept.cacheResults(...results(1, { page: 9 }));
    await turn();
    const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((page) => kept.cachedResults(results(1, { page })[0]));
    expect(pages).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('results expire with their offers; the search itself is remembered', async () => {
    const [address, view] = results(1);
    kept.cacheResults(address, view);
    await turn();
    vi.setSystemTime(now + lifetime - 1);
    expect(kept.cachedResults(address)).toEqual({ ...view, expiresIn: 1 });
    vi.setSystemTime(now + lifetime);
    expect(kept.cachedResults(address)).toBeUndefined();
    expect(daysOf(kept.recentSearches())).toEqual([1]);
  });

  test('any cached page of a search is a fallback for another one, in the same language', async () => {
    kept.cacheResults(...results(1));
    kept.cacheResults(...results(1, { page: 2 }));
    await turn();
    const [address] = results(1, { page: 3 });
    expect(kept.anyCachedResults(address)?.list.page).toBe(2);
    expect(kept.anyCachedResults(address.replace('/ar/', '/en/'))).toBeUndefined();
    expect(kept.anyCachedResults(results(2)[0])).toBeUndefined();
  });

  test('results of a restarted search replace older ones', async () => {
    kept.cacheResults(...results(1));
    kept.cacheResults(...results(1, { page: 2 }, now + 60_000));
    await turn();
    expect(kept.cachedResults(results(1)[0])).toBeUndefined();
    expect(kept.cachedResults(results(1, { page: 2 })[0])).toBeDefined();
  });
});

describe('storage that', () => {
  const refusing = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };

  test('is full is only logged, and the cache works within the document', () => {
    storage.setItem = refusing;
    const [address, view] = results(1);
    kept.cacheResults(address, view);
    expect(warn).toHaveBeenCalledExactlyOnceWith('Flight results could not be cached', expect.any(DOMException));
    expect(kept.cachedResults(address)).toEqual(view);
    expect(daysOf(kept.recentSearches())).toEqual([1]);
  });

  test('is blocked is only logged, and the cache works within the document', () => {
    vi.unstubAllGlobals();
    // Browsers that block site data throw on access.
    const get = vi.fn(() => {
      throw new DOMException('Access is denied', 'SecurityError');
    });
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
    try {
      const [address, view] = results(1);
      expect(kept.cachedResults(address)).toBeUndefined();
      expect(warn).toHaveBeenCalledExactlyOnceWith('Cached flight results could not be read', expect.any(DOMException));
      kept.cacheResults(address, view);
      expect(warn).toHaveBeenLastCalledWith('Flight results could not be cached', expect.any(DOMException));
      expect(warn).toHaveBeenCalledTimes(2);
      expect(kept.cachedResults(address)).toEqual(view);
      expect(get).toHaveBeenCalledTimes(2);
    } finally {
      Reflect.deleteProperty(globalThis, 'sessionStorage');
    }
  });

  test('contains invalid JSON is only logged, and later results are cached', async () => {
    storage.setItem('flight-searches-3', '{"origin=RUH');
    const [address, view] = results(1);
    expect(kept.recentSearches()).toEqual([]);
    expect(kept.cachedResults(address)).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith('Cached flight results could not be read', expect.any(SyntaxError));
    kept.cacheResults(address, view);
    await openPage();
    expect(kept.cachedResults(address)).toEqual(view);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  const [address, view] = results(1);
  const { key } = view.query;
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 1],
    ['a text', 'text'],
    ['a list', [1, null]],
    ['invalid searches', { [key]: null, other: 'text', third: 1 }],
    ['searches without a query', { [key]: { until: now + lifetime, views: { [address]: view } } }],
    ['searches without expiry', { [key]: { query: view.query, views: { [address]: view } } }],
    ['searches without views', { [key]: { query: view.query, until: now + lifetime } }],
  ])('contains %s counts as empty, and is overwritten', async (_, found) => {
    storage.setItem('flight-searches-3', JSON.stringify(found));
    expect(kept.cachedResults(address)).toBeUndefined();
    expect(kept.recentSearches()).toEqual([]);
    kept.cacheResults(address, view);
    await openPage();
    expect(kept.cachedResults(address)).toEqual(view);
    expect(kept.recentSearches()).toEqual([view.query]);
    expect(warn).not.toHaveBeenCalled();
  });
});
