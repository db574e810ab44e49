/** What this browser keeps of a visitor's form is kept this long at most, in milliseconds: telephones are shared. */
export const oneDay = 24 * 60 * 60 * 1000;

/** How the keys of such entries begin: a form that was not sent, and where an unfinished upload is. */
export const dayPrefixes = { form: 'kept-form:', upload: 'upload:' } as const;

/**
 * Forgets every entry whose day is over. An entry is JSON with `until`, the end of its day in milliseconds since 1970;
 * one that does not say so, or claims more than a day, counts as over. Storage that is forbidden costs only that.
 */
export function forgetWhatIsOver(storage: () => Storage, now: number): void {
  try {
    const kept = storage();
    const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
    for (const key of keys) {
      const isOurs = Object.values(dayPrefixes).some((prefix) => key.startsWith(prefix));
      if (isOurs && !isToday(kept.getItem(key), now)) kept.removeItem(key);
    }
  } catch {
    // Private windows: nothing was kept.
  }
}

function isToday(text: string | null, now: number): boolean {
  try {
    const { until } = JSON.parse(text ?? '') as { until?: unknown };
    return typeof until === 'number' && until > now && until <= now + oneDay;
  } catch {
    // No JSON.
    return false;
  }
}
