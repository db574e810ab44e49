import { readSessionValue, writeSessionValue } from '#app/problems/session-value.ts';

/** The router's key. Its values are scroll positions by the key of the entry in the tab's history. */
const storageKey = 'react-router-scroll-positions';

/**
 * Forgets where the page was scrolled to when it was left. A script in the page has already scrolled there, and visitors
 * may have scrolled on before React starts, which would otherwise scroll back.
 */
export function forgetScrollPosition(): void {
  const { key } = Object(history.state) as { key?: string };
  const positions = Object(JSON.parse(readSessionValue(storageKey) ?? '{}')) as Record<string, number>;
  if (key === undefined || !(key in positions)) return;
  const others = Object.entries(positions).filter(([entry]) => entry !== key);
  writeSessionValue(storageKey, JSON.stringify(Object.fromEntries(others)));
}
