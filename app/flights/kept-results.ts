import { searchKeyOf } from './list-address.ts';
import type { QueryView, ResultsView } from './results-view.ts';

/**
 * Results stay in the tab's session storage, so that going back and forth costs no line (spec, section 9). The number
 * rises whenever what is kept changes its shape: what another release has kept is not looked at.
 */
const storageKey = 'flight-searches-1';
const mostSearches = 10;
/** Pages and sortings of one search. */
const mostViews = 8;

interface KeptSearch {
  searchId: string;
  query: QueryView;
  /** When its offers stop living, in milliseconds of this device's clock. */
  until: number;
  /** By path and query; the newest last. */
  views: Record<string, ResultsView>;
}

/** By search key; the newest last. A storage that is full or closed costs the shortcut only. */
let kept: Record<string, KeptSearch> | undefined;

/**
 * Keeps a page of results under its address (path and query). What cannot be kept is only logged (spec, section 8).
 */
export function keepResults(address: string, view: ResultsView): void {
  const searches = read();
  const { key } = view.query;
  const before = searches[key];
  const views = before?.searchId === view.searchId ? before.views : {};
  if (views[address]?.version === view.version) return;
  const newest = {
    searchId: view.searchId,
    query: view.query,
    until: Date.now() + view.expiresIn,
    views: lastOf({ ...without(views, address), [address]: view }, mostViews),
  };
  kept = lastOf({ ...without(searches, key), [key]: newest }, mostSearches);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch (error) {
    console.warn('Flight results could not be kept', error);
  }
}

/** What was shown at this address (path and query) before, as long as its offers live. */
export function keptResults(address: string): ResultsView | undefined {
  const search = liveSearch(address);
  const view = search?.views[address];
  return view && { ...view, expiresIn: search.until - Date.now() };
}

/** Whatever was last shown of the search at this address: better than nothing where the line is broken. */
export function anyKeptResults(address: string): ResultsView | undefined {
  const [path = ''] = address.split('?');
  const search = liveSearch(address);
  const [view] = Object.entries(search?.views ?? {})
    .filter(([kept]) => kept.startsWith(path))
    .map(([, each]) => each)
    .reverse();
  return search && view && { ...view, expiresIn: search.until - Date.now() };
}

function liveSearch(address: string): KeptSearch | undefined {
  const search = read()[searchKeyOf(address.slice(address.indexOf('?')))];
  return search && search.until > Date.now() ? search : undefined;
}

/** What was searched for in this tab, the newest first; also where its results have expired. */
export function recentSearches(): QueryView[] {
  return Object.values(read())
    .map(({ query }) => query)
    .reverse();
}

function read(): Record<string, KeptSearch> {
  if (kept) return kept;
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    kept = Object.fromEntries(Object.entries(found ?? {}).filter(isKeptSearch));
  } catch (error) {
    console.warn('Kept flight results could not be read', error);
    kept = {};
  }
  return kept;
}

/** Another release of the site may have kept something else. */
function isKeptSearch(entry: [string, unknown]): entry is [string, KeptSearch] {
  const { query, until, views } = Object(entry[1]) as Partial<Record<keyof KeptSearch, unknown>>;
  return typeof until === 'number' && [query, views].every((part) => typeof part === 'object' && part !== null);
}

function without<Value>(entries: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key));
}

function lastOf<Value>(entries: Record<string, Value>, most: number): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).slice(-most));
}
