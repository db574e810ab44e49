import { removeExpired } from '#app/forms/expiring-entries.ts';

/** Removes form and upload entries that are older than a day from local storage, on every page. */
export function removeExpiredEntries(): void {
  removeExpired(() => localStorage, Date.now());
}
