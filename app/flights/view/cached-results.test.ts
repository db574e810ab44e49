import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { collection, flightQuery, proposalFor, search } from '#tests/support/flights.ts';
import { type ListQuery, readListQuery } from '../model/list-query.ts';
import { buildResultsView } from '../results/build-results-view.server.ts';
import type * as CachedResultsModule from './cached-results.ts';
import type { ResultsView } from './results-view.ts';

const now = Date.UTC(2027, 2, 20, 13, 5);
const lifetime = 15 * 60_000;

/** Returns a page of results with its URL. Each day of the month is a different search. */
function results(day: number, changes: Partial<ListQuery> = {}, startedAt = now): [string, ResultsView] {
  const query = flightQuery({ departDate: `2027-04-${String(day).padStart(2, '0')}` });
  const daySearch = search(collection([proposalFor('SV RUH 08:00 FRA 12:30')]), {
    id: `search of ${startedAt}`,
    query,
    startedAt,
    expiresAt: startedAt + lifetime,
  });
  const view = buildResultsView(daySearch, { ...readListQuery(new URLSearchParams()), ...changes }, 'ar', false);
  const pageParam = changes.page === undefined ? '' : `&page=${changes.page}`;
  return [`/ar/search/flights?${view.query.key}${pageParam}`, view];
}

const daysOf = (recent: CachedResultsModule.RecentSearch[]) =>
  recent.map(({ query }) => Number(query.departDay.split(/[ /]/)[1]));

let cache: typeof CachedResultsModule;

/** Simulates opening a new document, which clears memory but not session storage. */
async function openPage(): Promise<void> {
  vi.resetModules();
  cache = await import('./cached-results.ts');
  // Results arrive as they do after navigation: they have just been loaded.
  (await import('#app/ui/age-of-data.ts')).endOfDocumentData();
}

let storage: Storage;
let warn: MockInstance<typeof console.warn>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  storage = openWebStorage();
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
])('%s', (_, navigate) => {
  test('returns cached results for the same URL only', async () => {
    const [url, view] = results(1);
    const [second, secondView] = results(1, { page: 2 });
    cache.cacheResults(url, view);
    cache.cacheResults(second, secondView);
    await navigate();
    expect(cache.cachedResults(url)).toEqual(view);
    expect(cache.cachedResults(second)).toEqual(secondView);
    expect(cache.cachedResults(`${url}&sort=best`)).toBeUndefined();
    expect(cache.cachedResults(results(2)[0])).toBeUndefined();
    expect(cache.cachedResults('')).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  test('caches ten searches and evicts the oldest', async () => {
    for (let day = 1; day <= 12; day++) cache.cacheResults(...results(day));
    await navigate();
    expect(daysOf(cache.recentSearches())).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(cache.cachedResults(results(2)[0])).toBeUndefined();
    expect(cache.cachedResults(results(3)[0])).toEqual(results(3)[1]);
  });

  test('remembers the currency in which a search was shown last', () => {
    cache.cacheResults(...results(1));
    const [url, view] = results(1, { currency: 'KWD' });
    cache.cacheResults(`${url}&currency=KWD`, view);
    expect(cache.recentSearches()).toMatchObject([{ currency: 'KWD' }]);
  });

  test('treats a search that is cached again as the newest', async () => {
    for (let day = 1; day <= 10; day++) cache.cacheResults(...results(day));
    cache.cacheResults(...results(1, { page: 2 }));
    cache.cacheResults(...results(11));
    await navigate();
    expect(daysOf(cache.recentSearches())).toEqual([11, 1, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(cache.cachedResults(results(1)[0])).toEqual(results(1)[1]);
  });

  test('replaces previous results of the same URL', async () => {
    const [url, view] = results(1);
    cache.cacheResults(url, { ...view, found: 0, version: view.version - 1 });
    cache.cacheResults(url, view);
    await navigate();
    expect(cache.cachedResults(url)).toEqual(view);
    expect(cache.recentSearches()).toHaveLength(1);
  });

  test('caches the eight newest pages of a search', async () => {
    for (let page = 1; page <= 8; page++) cache.cacheResults(...results(1, { page }));
    const [url, view] = results(1, { page: 1 });
    cache.cacheResults(url, { ...view, version: view.version + 1 });
    cache.cacheResults(...results(1, { page: 9 }));
    await navigate();
    const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((page) => cache.cachedResults(results(1, { page })[0]));
    expect(pages).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('drops results when their offers expire, but remembers the search', async () => {
    const [url, view] = results(1);
    cache.cacheResults(url, view);
    await navigate();
    vi.setSystemTime(now + lifetime - 1);
    expect(cache.cachedResults(url)).toEqual({ ...view, expiresIn: 1 });
    vi.setSystemTime(now + lifetime);
    expect(cache.cachedResults(url)).toBeUndefined();
    expect(daysOf(cache.recentSearches())).toEqual([1]);
  });

  test('falls back to any cached page of the same search in the same language', async () => {
    cache.cacheResults(...results(1));
    cache.cacheResults(...results(1, { page: 2 }));
    await navigate();
    const [url] = results(1, { page: 3 });
    expect(cache.anyCachedResults(url)?.list.page).toBe(2);
    expect(cache.anyCachedResults(url.replace('/ar/', '/en/'))).toBeUndefined();
    expect(cache.anyCachedResults(results(2)[0])).toBeUndefined();
  });

  test('replaces the results of an earlier search with those of a restarted one', async () => {
    cache.cacheResults(...results(1));
    cache.cacheResults(...results(1, { page: 2 }, now + 60_000));
    await navigate();
    expect(cache.cachedResults(results(1)[0])).toBeUndefined();
    expect(cache.cachedResults(results(1, { page: 2 })[0])).toBeDefined();
  });
});

test('counts the lifetime of offers in the document from when it was loaded', async () => {
  vi.resetModules();
  const lateCache = await import('./cached-results.ts');
  vi.spyOn(performance, 'now').mockReturnValue(40_000);
  const [url, view] = results(1);
  lateCache.cacheResults(url, view);
  expect(lateCache.cachedResults(url)).toEqual({ ...view, expiresIn: lifetime - 40_000 });
  vi.setSystemTime(now + lifetime - 40_000);
  expect(lateCache.cachedResults(url)).toBeUndefined();
});

test('adds results that were stored without React, in the order in which they were seen', async () => {
  const unread = (day: number, age: number) => {
    const [url, view] = results(day);
    const entry = { url, view, storedAt: now - age, expiresAt: now - age + lifetime };
    storage.setItem(`flight-searches-unread-10 ${url}`, JSON.stringify(entry));
  };
  cache.cacheResults(...results(1));
  unread(3, 1_000);
  unread(2, 2_000);
  await openPage();
  expect(daysOf(cache.recentSearches())).toEqual([3, 2, 1]);
  const [url, view] = results(2);
  expect(cache.cachedResults(url)).toEqual({ ...view, expiresIn: lifetime - 2_000 });
  expect(storage).toHaveLength(1);
  await openPage();
  expect(daysOf(cache.recentSearches())).toEqual([3, 2, 1]);
});

describe('session storage', () => {
  const throwQuotaExceeded = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };

  test('that is full only causes a warning, and the cache works within the document', () => {
    storage.setItem = throwQuotaExceeded;
    const [url, view] = results(1);
    cache.cacheResults(url, view);
    expect(warn).toHaveBeenCalledExactlyOnceWith('Flight results could not be cached', expect.any(DOMException));
    expect(cache.cachedResults(url)).toEqual(view);
    expect(daysOf(cache.recentSearches())).toEqual([1]);
  });

  test('that is blocked only causes warnings, and the cache works within the document', () => {
    vi.unstubAllGlobals();
    // Browsers that block site data throw on access.
    const get = vi.fn(() => {
      throw new DOMException('Access is denied', 'SecurityError');
    });
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
    try {
      const [url, view] = results(1);
      expect(cache.cachedResults(url)).toBeUndefined();
      expect(warn).toHaveBeenCalledExactlyOnceWith('Cached flight results could not be read', expect.any(DOMException));
      cache.cacheResults(url, view);
      expect(warn).toHaveBeenLastCalledWith('Flight results could not be cached', expect.any(DOMException));
      expect(warn).toHaveBeenCalledTimes(2);
      expect(cache.cachedResults(url)).toEqual(view);
      expect(get).toHaveBeenCalledTimes(2);
    } finally {
      Reflect.deleteProperty(globalThis, 'sessionStorage');
    }
  });

  test('with invalid JSON only causes a warning, and later results are cached', async () => {
    storage.setItem('flight-searches-10', '{"origin=RUH');
    const [url, view] = results(1);
    expect(cache.recentSearches()).toEqual([]);
    expect(cache.cachedResults(url)).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith('Cached flight results could not be read', expect.any(SyntaxError));
    cache.cacheResults(url, view);
    await openPage();
    expect(cache.cachedResults(url)).toEqual(view);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  const [url, view] = results(1);
  const { key } = view.query;
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 1],
    ['a string', 'text'],
    ['an array', [1, null]],
    ['invalid searches', { [key]: null, other: 'text', third: 1 }],
    ['searches without a query', { [key]: { expiresAt: now + lifetime, views: { [url]: view } } }],
    ['searches without expiry', { [key]: { query: view.query, views: { [url]: view } } }],
    ['searches without views', { [key]: { query: view.query, expiresAt: now + lifetime } }],
  ])('with %s counts as empty and is overwritten', async (_, stored) => {
    storage.setItem('flight-searches-10', JSON.stringify(stored));
    expect(cache.cachedResults(url)).toBeUndefined();
    expect(cache.recentSearches()).toEqual([]);
    cache.cacheResults(url, view);
    await openPage();
    expect(cache.cachedResults(url)).toEqual(view);
    expect(cache.recentSearches()).toEqual([{ query: view.query, currency: undefined }]);
    expect(warn).not.toHaveBeenCalled();
  });
});
