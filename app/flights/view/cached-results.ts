import { resultsVersion, unreadResultsPrefix } from '#app/forms/unread-results.ts';
import { ageOfData } from '#app/ui/age-of-data.ts';
import type { Currency } from '../model/currency.ts';
import { resultsKeyPrefix } from '../model/results-key.ts';
import { searchKeyOf } from '../model/results-url.ts';
import type { QueryView, ResultsView } from './results-view.ts';

/**
 * Session storage key of the tab's cached results, which allow going back and forth without the network (spec, section
 * 9). Entries of other releases, whose shape differs, are ignored.
 */
const storageKey = `${resultsKeyPrefix}${resultsVersion}`;
const maxSearches = 10;
/** Maximum number of cached views (pages, sort orders, filters) of one search. */
const maxViews = 8;

interface CachedSearch {
  searchId: string;
  query: QueryView;
  /** When the offers expire, according to this device's clock (ms since 1970). */
  expiresAt: number;
  /** By path and query; newest last. */
  views: Record<string, ResultsView>;
}

/**
 * In-memory copy by search key, newest last. If session storage is full or blocked, this copy still serves the current
 * document.
 */
let cache: Record<string, CachedSearch> | undefined;

/**
 * Caches a page of results. A storage failure only causes a warning in the console (spec, section 8).
 * @param url path and query of the page
 */
export function cacheResults(url: string, view: ResultsView): void {
  const searches = readCache();
  const previous = searches[view.query.key];
  if (previous?.searchId === view.searchId && previous.views[url]?.version === view.version) return;
  storeCache(withView(searches, { url, view, expiresAt: Date.now() + view.expiresIn - ageOfData() }));
}

interface NewView {
  url: string;
  view: ResultsView;
  /** As in {@link CachedSearch}. */
  expiresAt: number;
}

/** An entry of `enhancement/page/remember-results.ts`. */
interface UnreadView extends NewView {
  /** ms since 1970. */
  storedAt: number;
}

function withView(searches: Record<string, CachedSearch>, { url, view, expiresAt }: NewView) {
  const { query, searchId } = view;
  const previous = searches[query.key];
  const views = previous?.searchId === searchId ? previous.views : {};
  const newest = { searchId, query, expiresAt, views: takeLast({ ...omit(views, url), [url]: view }, maxViews) };
  return takeLast({ ...omit(searches, query.key), [query.key]: newest }, maxSearches);
}

function storeCache(searches: Record<string, CachedSearch>): void {
  cache = searches;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(cache));
  } catch (error) {
    console.warn('Flight results could not be cached', error);
  }
}

/** Returns the cached results for a URL (path and query) with updated `expiresIn`; undefined once the offers expire. */
export function cachedResults(url: string): ResultsView | undefined {
  const search = findUnexpired(url);
  const view = search?.views[url];
  return view && { ...view, expiresIn: search.expiresAt - Date.now() };
}

/** Returns the newest cached results of the same search and language, with any page or filters, for use offline. */
export function anyCachedResults(url: string): ResultsView | undefined {
  const [path = ''] = url.split('?');
  const search = findUnexpired(url);
  const [view] = Object.entries(search?.views ?? {})
    .filter(([cachedUrl]) => cachedUrl.startsWith(path))
    .map(([, cachedView]) => cachedView)
    .reverse();
  return search && view && { ...view, expiresIn: search.expiresAt - Date.now() };
}

function findUnexpired(url: string): CachedSearch | undefined {
  const search = readCache()[searchKeyOf(url.slice(url.indexOf('?')))];
  return search && search.expiresAt > Date.now() ? search : undefined;
}

/** A search made in this tab. */
export interface RecentSearch {
  query: QueryView;
  /** The currency in which its prices were last shown, if the visitor has chosen one. */
  currency: Currency | undefined;
}

/** Returns the searches made in this tab, newest first, including those with expired results. */
export function recentSearches(): RecentSearch[] {
  return Object.values(readCache())
    .map(({ query, views }) => ({ query, currency: Object.values(views).slice(-1)[0]?.list.currency }))
    .reverse();
}

function readCache(): Record<string, CachedSearch> {
  if (cache) return cache;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    cache = Object.fromEntries(Object.entries(stored ?? {}).filter(isCachedSearch));
    const unread = takeUnread();
    if (unread.length > 0) storeCache(unread.reduce(withView, cache));
  } catch (error) {
    console.warn('Cached flight results could not be read', error);
    cache ??= {};
  }
  return cache;
}

/** Returns and removes what pages have stored on which React did not start, oldest first. */
function takeUnread(): UnreadView[] {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '').filter(
    (key) => key.startsWith(unreadResultsPrefix),
  );
  const texts = keys.map((key) => sessionStorage.getItem(key) ?? '');
  for (const key of keys) sessionStorage.removeItem(key);
  return texts.map((text) => JSON.parse(text) as UnreadView).sort((a, b) => a.storedAt - b.storedAt);
}

/** Validates a stored entry, because another release of the site may have written it. */
function isCachedSearch(entry: [string, unknown]): entry is [string, CachedSearch] {
  const { query, expiresAt, views } = Object(entry[1]) as Partial<Record<keyof CachedSearch, unknown>>;
  return typeof expiresAt === 'number' && [query, views].every((part) => typeof part === 'object' && part !== null);
}

function omit<Value>(entries: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key));
}

function takeLast<Value>(entries: Record<string, Value>, count: number): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).slice(-count));
}
