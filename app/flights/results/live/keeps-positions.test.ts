import { expect, test } from 'vitest';
import type { FlightCardView } from '../../view/flight-view.ts';
import { keepsPositions } from './keeps-positions.ts';

const viewOf = (ids: string) => ({
  // Itineraries that leave together have the flight's id in common.
  cards: Array.from(ids, (itineraryId): FlightCardView => ({ ...card, itineraryId })),
});
const offer = { fareId: '1', gate: '', price: '', baggage: null, handBaggage: null, warnings: [] };
const card = { id: 'flight', segments: [], offer };

test.each([
  ['the same flights', 'abc', 'abc', true],
  ['a flight appended', 'abc', 'abcd', true],
  ['the first results', '', 'abc', true],
  ['no flights before and after', '', '', true],
  ['a flight prepended', 'abc', 'dabc', false],
  ['a flight inserted', 'abc', 'abdc', false],
  ['two flights swapped', 'abc', 'acb', false],
  ['a flight replaced', 'abc', 'abd', false],
  ['the last flight removed', 'abc', 'ab', false],
  ['the first flight removed', 'abc', 'bc', false],
  ['all flights removed', 'abc', '', false],
])('%s (%j, then %j) keeps positions: %s', (_, before, after, keeps) => {
  expect(keepsPositions(viewOf(before), viewOf(after))).toBe(keeps);
});

test.each([
  ['the same itinerary', 'abc', 'x', 'x', true],
  ['another itinerary', 'abc', 'x', 'y', false],
  ['a first itinerary above flights that are shown', 'abc', '', 'x', false],
  ['a first itinerary with the first results', '', '', 'x', true],
])('%s for a patient keeps positions (%j, %j then %j): %s', (_, cards, before, after, keeps) => {
  const withPick = (id: string) => ({ ...viewOf(cards), ...(id && { patientPick: { ...card, itineraryId: id } }) });
  expect(keepsPositions(withPick(before), withPick(after))).toBe(keeps);
});
