import { useState } from 'react';
import type { ResultsView } from '../../view/results-view.ts';
import { keepsPositions } from './keeps-positions.ts';

/**
 * Prevents new results from moving what the visitor is reading: as long as the displayed flights keep their positions,
 * they are updated in place; anything else waits until the visitor asks for it.
 * @param view the latest results
 * @param address the URL's query: another page, sort order or search is shown at once
 */
export function useStableResults(view: ResultsView, address: string) {
  const [shown, setShown] = useState({ view, address });
  const isOtherList = shown.address !== address || shown.view.searchId !== view.searchId;
  // Set during rendering, as React recommends for state derived from props.
  if (shown.view !== view && (isOtherList || keepsPositions(shown.view, view))) setShown({ view, address });
  return {
    shown: isOtherList ? view : shown.view,
    /** There are new results that are not displayed. */
    hasUpdates: !isOtherList && shown.view !== view && !keepsPositions(shown.view, view),
    showUpdates: () => setShown({ view, address }),
  };
}
