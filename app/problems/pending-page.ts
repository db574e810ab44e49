import { readSessionValue, writeSessionValue } from './session-value.ts';

const key = 'pending-page';

/**
 * Stores the navigation target until it has loaded: if a script that it needs fails to load, the router reloads the old
 * page and forgets the target. Without session storage, the visitor has to click again.
 * @param address path and query; undefined once loaded
 */
export function storePendingPage(address: string | undefined): void {
  writeSessionValue(key, address);
}

/** The navigation target at the time of the reload, if there was one; reading it clears it. */
export function takePendingPage(): string | undefined {
  const address = readSessionValue(key) ?? undefined;
  storePendingPage(undefined);
  return address;
}
