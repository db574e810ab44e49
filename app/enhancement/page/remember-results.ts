import { unreadResultsPrefix } from '#app/forms/unread-results.ts';
import { readSessionValue, writeSessionValue } from '#app/problems/session-value.ts';
import { isDataSaverOn } from './data-saver.ts';
import { whenIdle } from './when-idle.ts';

/** What a loader in the document returned. */
type PageData = { results?: { expiresIn: number } } | null;

/**
 * Maximum number of stored pages: as many as the recent searches, so that the storage does not fill up if React never
 * starts to read them.
 */
const maxPages = 10;

/**
 * Stores the results in the document for `flights/view/cached-results.ts`: whoever leaves a list before React has
 * started finds it among the recent searches all the same. With Save-Data, React never starts, and nothing is stored.
 */
export function rememberResults(): void {
  if (document.body.dataset.react !== 'on-content-interaction' || isDataSaverOn()) return;
  const store = () => {
    const pages = Object.values(window.__remixContext.state.loaderData ?? {}) as PageData[];
    const results = pages.map((data) => data?.results).find(Boolean);
    if (!results) return;
    const url = location.pathname + location.search;
    const storedAt = Date.now();
    const expiresAt = storedAt + results.expiresIn - performance.now();
    const key = unreadResultsPrefix + url;
    dropOldest(key);
    // `storedAt` is last, where `readStorageTime` finds it.
    writeSessionValue(key, JSON.stringify({ url, view: results, expiresAt, storedAt }));
  };
  whenIdle(store, { timeout: 5000, fallbackDelay: 2000 });
}

/** Drops the oldest pages until there is room for one more. @param newKey the key of the new one */
function dropOldest(newKey: string): void {
  const others = sessionKeys().filter((key) => key.startsWith(unreadResultsPrefix) && key !== newKey);
  if (others.length < maxPages) return;
  const byAge = others.map((key) => ({ key, time: readStorageTime(key) })).sort((a, b) => b.time - a.time);
  for (const { key } of byAge.slice(maxPages - 1)) writeSessionValue(key, undefined);
}

/** Returns the keys in session storage; none if it is blocked. */
function sessionKeys(): string[] {
  try {
    return Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

/** Returns when a page was stored (ms since 1970), without parsing its results, which takes long on a slow phone. */
function readStorageTime(key: string): number {
  return Number(/(?:^|\D)(\d+)\}$/.exec(readSessionValue(key)?.slice(-20) ?? '')?.[1] ?? 0);
}
