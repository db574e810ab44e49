import { searchKeyOf } from '../model/list-address.ts';
import type { QueryView, ResultsView } from './results-view.ts';

/**
 * Results are cached in the tab's session storage, so that going back and forth needs no network (spec, section 9).
 * Increase the number whenever the cached shape changes: entries of other releases are ignored.
 */
const storageKey = 'flight-searches-3';
const maxSearches = 10;
/** Cached pages and sort orders of one search. */
const maxViews = 8;

interface CachedSearch {
  searchId: string;
  query: QueryView;
  /** When its offers expire, by this device's clock (ms since 1970). */
  until: number;
  /** By path and query; newest last. */
  views: Record<string, ResultsView>;
}

/** In-memory copy, by search key, newest last. If storage is full or blocked, only the cache is lost. */
let kept: Record<string, CachedSearch> | undefined;

/**
 * Caches a page of results.
 * @param address path and query; failures to store are only logged (spec, section 8)
 */
export function cacheResults(address: string, view: ResultsView): void {
  const searches = read();
  const { key } = view.query;
  const before = searches[key];
  const views = before?.searchId === view.searchId ? before.views : {};
  if (views[address]?.version === view.version) return;
  const newest = {
    searchId: view.searchId,
    query: view.query,
    until: Date.now() + view.expiresIn,
    views: lastOf({ ...without(views, address), [address]: view }, maxViews),
  };
  kept = lastOf({ ...without(searches, key), [key]: newest }, maxSearches);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch (error) {
    console.warn('Flight results could not be cached', error);
  }
}

/** The cached results for this URL (path and query), until its offers expire; `expiresIn` is updated. */
export function cachedResults(address: string): ResultsView | undefined {
  const search = liveSearch(address);
  const view = search?.views[address];
  return view && { ...view, expiresIn: search.until - Date.now() };
}

/** The most recent cached results of the same search, whatever their page or filters: a fallback while offline. */
export function anyCachedResults(address: string): ResultsView | undefined {
  const [path = ''] = address.split('?');
  const search = liveSearch(address);
  const [view] = Object.entries(search?.views ?? {})
    .filter(([kept]) => kept.startsWith(path))
    .map(([, each]) => each)
    .reverse();
  return search && view && { ...view, expiresIn: search.until - Date.now() };
}

function liveSearch(address: string): CachedSearch | undefined {
  const search = read()[searchKeyOf(address.slice(address.indexOf('?')))];
  return search && search.until > Date.now() ? search : undefined;
}

/** Searches made in this tab, newest first, including those with expired results. */
export function recentSearches(): QueryView[] {
  return Object.values(read())
    .map(({ query }) => query)
    .reverse();
}

function read(): Record<string, CachedSearch> {
  if (kept) return kept;
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    kept = Object.fromEntries(Object.entries(found ?? {}).filter(isCachedSearch));
  } catch (error) {
    console.warn('Cached flight results could not be read', error);
    kept = {};
  }
  return kept;
}

/** Validates what another release of the site may have stored. */
function isCachedSearch(entry: [string, unknown]): entry is [string, CachedSearch] {
  const { query, until, views } = Object(entry[1]) as Partial<Record<keyof CachedSearch, unknown>>;
  return typeof until === 'number' && [query, views].every((part) => typeof part === 'object' && part !== null);
}

function without<Value>(entries: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key));
}

function lastOf<Value>(entries: Record<string, Value>, most: number): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).slice(-most));
}
