import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** The page asks as often as the supplier is asked (spec, section 9), and more often while it has nothing to show. */
const askEvery = 4_000;
const askForFirst = 1_000;

/** Asks for news while a search goes on and somebody looks. A line that broke is tried again in the same way. */
export function useLiveSearch(isGathering: boolean, hasResults: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isGathering || state !== 'idle') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      if (document.visibilityState === 'visible') revalidate();
      else timer = setTimeout(ask, askEvery);
    };
    timer = setTimeout(ask, hasResults ? askEvery : askForFirst);
    return () => clearTimeout(timer);
  }, [isGathering, hasResults, revalidate, state]);
}
