import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** Poll interval (ms): the same as for the supplier (spec, section 9). */
const pollInterval = 4_000;
/** Shorter poll interval (ms) until the first results arrive. */
const initialPollInterval = 1_000;

/**
 * Revalidates the page periodically while the search is running and the tab is visible. A network error does not stop
 * the polling.
 */
export function useLiveSearch(isGathering: boolean, hasResults: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isGathering || state !== 'idle') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = () => {
      if (document.visibilityState === 'visible') revalidate();
      else timer = setTimeout(poll, pollInterval);
    };
    timer = setTimeout(poll, hasResults ? pollInterval : initialPollInterval);
    return () => clearTimeout(timer);
  }, [isGathering, hasResults, revalidate, state]);
}
