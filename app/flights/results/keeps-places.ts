import type { ResultsView } from '../results-view.ts';

/** Whether what is shown stays where it is when it is renewed: nothing moves, leaves, or comes in between. */
export function keepsPlaces(before: Pick<ResultsView, 'cards'>, after: Pick<ResultsView, 'cards'>): boolean {
  return before.cards.every(({ id }, index) => after.cards[index]?.id === id);
}
