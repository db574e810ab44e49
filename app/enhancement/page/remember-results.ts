import { unreadResultsPrefix } from '#app/forms/unread-results.ts';
import { writeSessionValue } from '#app/problems/session-value.ts';
import { whenIdle } from './when-idle.ts';

/** What a loader in the document returned. */
type PageData = { results?: { expiresIn: number } } | null;

/**
 * Stores the results in the document for `flights/view/cached-results.ts`: whoever leaves a list before React has
 * started finds it among the recent searches all the same.
 */
export function rememberResults(): void {
  if (document.body.dataset.react !== 'on-touch') return;
  const store = () => {
    const pages = Object.values(window.__remixContext.state.loaderData ?? {}) as PageData[];
    const results = pages.map((data) => data?.results).find(Boolean);
    if (!results) return;
    const url = location.pathname + location.search;
    const storedAt = Date.now();
    const expiresAt = storedAt + results.expiresIn - performance.now();
    writeSessionValue(unreadResultsPrefix + url, JSON.stringify({ url, view: results, expiresAt, storedAt }));
  };
  whenIdle(store, { timeout: 5000, fallbackDelay: 2000 });
}
