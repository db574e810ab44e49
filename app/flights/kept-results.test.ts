import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { openStorage } from '#tests/support/browser-storage.ts';
import { collection, flightQuery, search, sold } from '#tests/support/flights.ts';
import type * as KeptResults from './kept-results.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import type { ResultsView } from './results-view.ts';
import { viewResults } from './results/view-results.server.ts';

const now = Date.UTC(2027, 2, 20, 13, 5);
const lifetime = 15 * 60_000;

/** A page of results with its address; each day is another search. */
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

/** As after a new document: what is in memory is gone, what is in the tab's storage is not. */
async function openPage(): Promise<void> {
  vi.resetModules();
  kept = await import('./kept-results.ts');
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
  ['in the next', () => openPage()],
])('%s', (_, turn) => {
  test('what was kept comes back under its address alone', async () => {
    const [address, view] = results(1);
    const [second, secondView] = results(1, { page: 2 });
    kept.keepResults(address, view);
    kept.keepResults(second, secondView);
    await turn();
    expect(kept.keptResults(address)).toEqual(view);
    expect(kept.keptResults(second)).toEqual(secondView);
    expect(kept.keptResults(`${address}&sort=best`)).toBeUndefined();
    expect(kept.keptResults(results(2)[0])).toBeUndefined();
    expect(kept.keptResults('')).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  test('ten searches are kept, and the oldest makes room', async () => {
    for (let day = 1; day <= 12; day++) kept.keepResults(...results(day));
    await turn();
    expect(daysOf(kept.recentSearches())).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(kept.keptResults(results(2)[0])).toBeUndefined();
    expect(kept.keptResults(results(3)[0])).toEqual(results(3)[1]);
  });

  test('a search that is kept anew is the newest', async () => {
    for (let day = 1; day <= 10; day++) kept.keepResults(...results(day));
    kept.keepResults(...results(1, { page: 2 }));
    kept.keepResults(...results(11));
    await turn();
    expect(daysOf(kept.recentSearches())).toEqual([11, 1, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(kept.keptResults(results(1)[0])).toEqual(results(1)[1]);
  });

  test('what is kept under an address that has something replaces it', async () => {
    const [address, view] = results(1);
    kept.keepResults(address, { ...view, found: 0, version: view.version - 1 });
    kept.keepResults(address, view);
    await turn();
    expect(kept.keptResults(address)).toEqual(view);
    expect(kept.recentSearches()).toHaveLength(1);
  });

  test('of one search eight pages are kept, the newest ones', async () => {
    for (let page = 1; page <= 8; page++) kept.keepResults(...results(1, { page }));
    const [address, view] = results(1, { page: 1 });
    kept.keepResults(address, { ...view, version: view.version + 1 });
    kept.keepResults(...results(1, { page: 9 }));
    await turn();
    const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((page) => kept.keptResults(results(1, { page })[0]));
    expect(pages).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('until its offers expire; what was searched for is remembered', async () => {
    const [address, view] = results(1);
    kept.keepResults(address, view);
    await turn();
    vi.setSystemTime(now + lifetime - 1);
    expect(kept.keptResults(address)).toEqual({ ...view, expiresIn: 1 });
    vi.setSystemTime(now + lifetime);
    expect(kept.keptResults(address)).toBeUndefined();
    expect(daysOf(kept.recentSearches())).toEqual([1]);
  });

  test('whatever is there of a search stands in for a page of it that is not, in the same language', async () => {
    kept.keepResults(...results(1));
    kept.keepResults(...results(1, { page: 2 }));
    await turn();
    const [address] = results(1, { page: 3 });
    expect(kept.anyKeptResults(address)?.list.page).toBe(2);
    expect(kept.anyKeptResults(address.replace('/ar/', '/en/'))).toBeUndefined();
    expect(kept.anyKeptResults(results(2)[0])).toBeUndefined();
  });

  test('of a search that was begun anew nothing older is shown', async () => {
    kept.keepResults(...results(1));
    kept.keepResults(...results(1, { page: 2 }, now + 60_000));
    await turn();
    expect(kept.keptResults(results(1)[0])).toBeUndefined();
    expect(kept.keptResults(results(1, { page: 2 })[0])).toBeDefined();
  });
});

describe('a storage that', () => {
  const refusing = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };

  test('is full is told to the log alone, and this document goes on', () => {
    storage.setItem = refusing;
    const [address, view] = results(1);
    kept.keepResults(address, view);
    expect(warn).toHaveBeenCalledExactlyOnceWith('Flight results could not be kept', expect.any(DOMException));
    expect(kept.keptResults(address)).toEqual(view);
    expect(daysOf(kept.recentSearches())).toEqual([1]);
  });

  test('is closed is told to the log alone, and this document goes on', () => {
    vi.unstubAllGlobals();
    // As browsers do where site data is blocked: naming it throws.
    const get = vi.fn(() => {
      throw new DOMException('Access is denied', 'SecurityError');
    });
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
    try {
      const [address, view] = results(1);
      expect(kept.keptResults(address)).toBeUndefined();
      expect(warn).toHaveBeenCalledExactlyOnceWith('Kept flight results could not be read', expect.any(DOMException));
      kept.keepResults(address, view);
      expect(warn).toHaveBeenLastCalledWith('Flight results could not be kept', expect.any(DOMException));
      expect(warn).toHaveBeenCalledTimes(2);
      expect(kept.keptResults(address)).toEqual(view);
      expect(get).toHaveBeenCalledTimes(2);
    } finally {
      Reflect.deleteProperty(globalThis, 'sessionStorage');
    }
  });

  test('holds no JSON is told to the log alone, and what comes next is kept', async () => {
    storage.setItem('flight-searches-1', '{"origin=RUH');
    const [address, view] = results(1);
    expect(kept.recentSearches()).toEqual([]);
    expect(kept.keptResults(address)).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith('Kept flight results could not be read', expect.any(SyntaxError));
    kept.keepResults(address, view);
    await openPage();
    expect(kept.keptResults(address)).toEqual(view);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  const [address, view] = results(1);
  const { key } = view.query;
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 1],
    ['a text', 'text'],
    ['a list', [1, null]],
    ['searches that are none', { [key]: null, other: 'text', third: 1 }],
    ['searches without a query', { [key]: { until: now + lifetime, views: { [address]: view } } }],
    ['searches without an end', { [key]: { query: view.query, views: { [address]: view } } }],
    ['searches without views', { [key]: { query: view.query, until: now + lifetime } }],
  ])('holds %s counts as empty, and is written anew', async (_, found) => {
    storage.setItem('flight-searches-1', JSON.stringify(found));
    expect(kept.keptResults(address)).toBeUndefined();
    expect(kept.recentSearches()).toEqual([]);
    kept.keepResults(address, view);
    await openPage();
    expect(kept.keptResults(address)).toEqual(view);
    expect(kept.recentSearches()).toEqual([view.query]);
    expect(warn).not.toHaveBeenCalled();
  });
});
