import { removeExpired } from '#app/forms/expiring-entries.ts';

/** On every visit, removes expired form and upload entries (older than a day) from local storage. */
export function removeExpiredEntries(): void {
  removeExpired(() => localStorage, Date.now());
}
