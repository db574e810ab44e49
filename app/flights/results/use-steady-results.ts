import { useState } from 'react';
import { keepsPlaces } from './keeps-places.ts';
import type { ResultsView } from '../results-view.ts';

/**
 * New results do not move what is being read: as long as the flights shown keep their places, they are renewed where
 * they stand; anything else waits until the visitor asks for it.
 * @param view the newest results
 * @param address what the visitor asked for: another page, sorting or search is shown at once
 */
export function useSteadyResults(view: ResultsView, address: string) {
  const [shown, setShown] = useState({ view, address });
  const isOtherList = shown.address !== address || shown.view.searchId !== view.searchId;
  // Set while rendering, as React advises for state that follows what is passed in.
  if (shown.view !== view && (isOtherList || keepsPlaces(shown.view, view))) setShown({ view, address });
  return {
    shown: isOtherList ? view : shown.view,
    /** There is something that is not shown. */
    hasNews: !isOtherList && shown.view !== view && !keepsPlaces(shown.view, view),
    showNews: () => setShown({ view, address }),
  };
}
