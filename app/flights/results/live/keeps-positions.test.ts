import { expect, test } from 'vitest';
import type { FlightCardView } from '../../view/flight-view.ts';
import { keepsPositions } from './keeps-positions.ts';

const viewOf = (ids: string) => ({
  // Connections that leave together have the flight's id in common.
  cards: Array.from(ids, (itineraryId): FlightCardView => ({ ...card, itineraryId })),
});
const offer = { fareId: '1', gate: '', price: '', baggage: null, handBaggage: null, warnings: [] };
const card = { id: 'flight', segments: [], offer, offerCount: 1, partnerCount: 1, warnings: [] };

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
