import type { ResultsView } from '../../view/results-view.ts';

/** Whether an update leaves all displayed flights in their positions, so that it only appends flights. */
export function keepsPositions(before: Pick<ResultsView, 'cards'>, after: Pick<ResultsView, 'cards'>): boolean {
  return before.cards.every(({ itineraryId }, index) => after.cards[index]?.itineraryId === itineraryId);
}
