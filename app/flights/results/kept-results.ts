import { searchKeyOf } from './list-address.ts';
import type { QueryView, ResultsView } from './results-view.ts';

/** Results stay in the tab's session storage, so that going back and forth costs no line (spec, section 9). */
const storageKey = 'flight-searches';
const mostSearches = 10;
/** Pages and sortings of one search. */
const mostViews = 8;

interface KeptSearch {
  query: QueryView;
  /** When its offers stop living, in milliseconds. */
  expiresAt: number;
  /** By address, without host and path; the newest last. */
  views: Record<string, ResultsView>;
}

/** By search key; the newest last. A storage that is full or closed costs the shortcut only. */
let kept: Record<string, KeptSearch> | undefined;

/** Keeps a page of results under its address. What cannot be kept is only logged (spec, section 8). */
export function keepResults(address: string, view: ResultsView): void {
  const searches = read();
  const { key } = view.query;
  const before = searches[key];
  const views = before?.expiresAt === view.expiresAt ? before.views : {};
  const newest = {
    query: view.query,
    expiresAt: view.expiresAt,
    views: lastOf({ ...without(views, address), [address]: view }, mostViews),
  };
  kept = lastOf({ ...without(searches, key), [key]: newest }, mostSearches);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch (error) {
    console.warn('Flight results could not be kept', error);
  }
}

/** What was shown at this address before, as long as its offers live. */
export function keptResults(address: string): ResultsView | undefined {
  const search = read()[searchKeyOf(address)];
  return search && search.expiresAt > Date.now() ? search.views[address] : undefined;
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
  const { query, expiresAt, views } = Object(entry[1]) as Partial<Record<keyof KeptSearch, unknown>>;
  return typeof expiresAt === 'number' && [query, views].every((part) => typeof part === 'object' && part !== null);
}

function without<Value>(entries: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key));
}

function lastOf<Value>(entries: Record<string, Value>, most: number): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).slice(-most));
}
