import { useState } from 'react';
import type { ResultsView } from '../../view/results-view.ts';
import { keepsPositions } from './keeps-positions.ts';

/**
 * Prevents new results from moving the flights that the visitor is reading. An update that keeps the displayed flights
 * in their positions is applied immediately; any other update waits until the visitor asks for it.
 * @param view the latest results
 * @param address the URL's query; after a change of page, sort order or search, results are shown immediately
 */
export function useStableResults(view: ResultsView, address: string) {
  const [shown, setShown] = useState({ view, address });
  const isDifferentList = shown.address !== address || shown.view.searchId !== view.searchId;
  // Setting state during rendering is what React recommends for state derived from props.
  if (shown.view !== view && (isDifferentList || keepsPositions(shown.view, view))) setShown({ view, address });
  return {
    shown: isDifferentList ? view : shown.view,
    /** Whether there are new results that are not displayed yet. */
    hasUpdates: !isDifferentList && shown.view !== view && !keepsPositions(shown.view, view),
    showUpdates: () => setShown({ view, address }),
  };
}
