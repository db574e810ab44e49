import type { ResultsView } from '../../view/results-view.ts';

/** Whether all displayed flights keep their positions after the update: new ones may only be appended. */
export function keepsPositions(before: Pick<ResultsView, 'cards'>, after: Pick<ResultsView, 'cards'>): boolean {
  return before.cards.every(({ id }, index) => after.cards[index]?.id === id);
}
