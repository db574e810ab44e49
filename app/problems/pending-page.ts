import { readSessionValue, writeSessionValue } from './session-value.ts';

const key = 'pending-page';

/**
 * Stores the navigation target until it has loaded: if one of its scripts fails to load, the router reloads the old
 * page and forgets the target. Without session storage, the visitor has to click again.
 * @param url path and query; undefined once the target has loaded
 */
export function storePendingPage(url: string | undefined): void {
  writeSessionValue(key, url);
}

/** Returns and clears the navigation target that was pending when the page was reloaded. */
export function takePendingPage(): string | undefined {
  const url = readSessionValue(key) ?? undefined;
  storePendingPage(undefined);
  return url;
}
