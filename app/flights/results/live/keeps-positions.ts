import { type FlightCardView, rowId } from '../../view/flight-view.ts';
import type { ResultsView } from '../../view/results-view.ts';

type Positions = Pick<ResultsView, 'cards' | 'patientPick'>;

/** Whether an update leaves all displayed flights in their positions, so that it only appends flights. */
export function keepsPositions(before: Positions, after: Positions): boolean {
  if (before.cards.length > 0 && idOf(before.patientPick) !== idOf(after.patientPick)) return false;
  return before.cards.every((card, index) => idOf(after.cards[index]) === rowId(card));
}

function idOf(card: FlightCardView | undefined): string | undefined {
  return card && rowId(card);
}
