/** Maximum lifetime of form data in the browser's storage (ms); short, because phones are shared. */
export const oneDay = 24 * 60 * 60 * 1000;

/** Key prefixes of such entries: unsent forms, and unfinished uploads. */
export const dayPrefixes = { form: 'kept-form:', upload: 'upload:' } as const;

/**
 * Removes expired entries. An entry is JSON with `until`, its expiry (ms since 1970); entries without it, or with more
 * than a day left, are removed, too. Blocked storage is ignored.
 */
export function removeExpired(storage: () => Storage, now: number): void {
  try {
    const kept = storage();
    const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
    for (const key of keys) {
      const isOurs = Object.values(dayPrefixes).some((prefix) => key.startsWith(prefix));
      if (isOurs && !isUnexpired(kept.getItem(key), now)) kept.removeItem(key);
    }
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

function isUnexpired(text: string | null, now: number): boolean {
  try {
    const { until } = JSON.parse(text ?? '') as { until?: unknown };
    return typeof until === 'number' && until > now && until <= now + oneDay;
  } catch {
    // Invalid JSON.
    return false;
  }
}
