import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Poll intervals (ms): as often as the supplier is polled (spec, section 9), and more often until there are first
 * results.
 */
const pollInterval = 4_000;
const initialPollInterval = 1_000;

/**
 * Revalidates the page while the search is running and the tab is visible. After a network error it keeps trying in the
 * same way.
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
