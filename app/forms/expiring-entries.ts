/** The maximum lifetime of form data in the browser's storage (ms). It is short because people share phones. */
export const oneDay = 24 * 60 * 60 * 1000;

/** The key prefixes of entries that expire: unsent forms and unfinished uploads. */
export const expiringKeyPrefixes = { form: 'kept-form:', upload: 'upload:' } as const;

/** The cookie that says which form was sent last (`app/enquiries/last-sent.ts`). */
export const lastSentCookieName = 'last-sent';

/**
 * Removes expired entries from the browser's storage. An entry is JSON with its expiry as `until` (ms since 1970).
 * Entries without an expiry, or that expire in more than a day, are also removed. Does nothing if the storage is
 * blocked.
 * @param storage returns the storage; may throw, as browsers do if it is blocked
 */
export function removeExpired(storage: () => Storage, now: number): void {
  try {
    const entries = storage();
    const keys = Array.from({ length: entries.length }, (_, index) => entries.key(index) ?? '');
    for (const key of keys) {
      const canExpire = Object.values(expiringKeyPrefixes).some((prefix) => key.startsWith(prefix));
      if (canExpire && !isValid(entries.getItem(key), now)) entries.removeItem(key);
    }
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

function isValid(text: string | null, now: number): boolean {
  try {
    const { until } = JSON.parse(text ?? '') as { until?: unknown };
    return typeof until === 'number' && until > now && until <= now + oneDay;
  } catch {
    // The entry is not valid JSON.
    return false;
  }
}
