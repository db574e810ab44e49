import { expect, test } from 'vitest';
import type { FlightCardView } from '../../view/flight-view.ts';
import { keepsPositions } from './keeps-positions.ts';

const viewOf = (ids: string) => ({
  cards: Array.from(ids, (id): FlightCardView => ({ id, segments: [], offers: [], itineraryId: '', warnings: [] })),
});

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
