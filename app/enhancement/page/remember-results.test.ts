import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unreadResultsPrefix } from '#app/forms/unread-results.ts';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { rememberResults } from './remember-results.ts';

const now = Date.UTC(2027, 2, 20, 13, 5);

let storage: Storage;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(performance, 'now').mockReturnValue(2_000);
  storage = openWebStorage();
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { body: { dataset: { react: 'on-content-interaction' } } });
  vi.stubGlobal('navigator', {});
  const requestIdleCallback = (callback: () => void) => callback();
  const loaderData = { root: null, list: { results: { expiresIn: 60_000, found: 1 } } };
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  vi.stubGlobal('window', { requestIdleCallback, __remixContext: { state: { loaderData } } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a page of results. */
function open(page: number): void {
  vi.stubGlobal('location', { pathname: '/en/search/flights', search: `?page=${page}` });
  rememberResults();
}

const key = (page: number) => `${unreadResultsPrefix}/en/search/flights?page=${page}`;

/** Returns the numbers of the pages that are stored. */
const stored = () =>
  Array.from({ length: storage.length }, (_, index) => Number(storage.key(index)?.split('page=')[1])).sort(
    (a, b) => a - b,
  );

test('stores the results with the time at which they expire, counted from when the document was requested', () => {
  open(1);
  expect(JSON.parse(storage.getItem(key(1)) ?? '')).toEqual({
    url: '/en/search/flights?page=1',
    view: { expiresIn: 60_000, found: 1 },
    expiresAt: now + 58_000,
    storedAt: now,
  });
});

test('keeps the ten most recently viewed pages', () => {
  storage.setItem('form-key', 'x');
  for (let page = 1; page <= 10; page += 1) {
    vi.setSystemTime(now + page);
    open(page);
  }
  vi.setSystemTime(now + 11);
  open(1);
  for (let page = 11; page <= 13; page += 1) {
    vi.setSystemTime(now + page);
    open(page);
  }
  expect(storage.getItem('form-key')).toBe('x');
  storage.removeItem('form-key');
  expect(stored()).toEqual([1, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});

test('drops more than one page if there are too many', () => {
  for (let page = 1; page <= 15; page += 1) storage.setItem(key(page), JSON.stringify({ storedAt: now - page }));
  open(16);
  expect(stored()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 16]);
});

test('stores nothing with Save-Data, because React never starts and could not read it', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  open(1);
  expect(storage).toHaveLength(0);
});

test('stores nothing if session storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => open(1)).not.toThrow();
});
