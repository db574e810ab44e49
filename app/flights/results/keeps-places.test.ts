import { expect, test } from 'vitest';
import type { FlightCardView } from '../flight-view.ts';
import { keepsPlaces } from './keeps-places.ts';

const showing = (ids: string) => ({
  cards: Array.from(ids, (id): FlightCardView => ({ id, segments: [], offers: [], itineraryId: '', warnings: [] })),
});

test.each([
  ['the same flights', 'abc', 'abc', true],
  ['one more at the end', 'abc', 'abcd', true],
  ['the first ones of all', '', 'abc', true],
  ['nothing before and after', '', '', true],
  ['one more in front', 'abc', 'dabc', false],
  ['one more in between', 'abc', 'abdc', false],
  ['two that change places', 'abc', 'acb', false],
  ['another in the place of one', 'abc', 'abd', false],
  ['one that left at the end', 'abc', 'ab', false],
  ['one that left in front', 'abc', 'bc', false],
  ['all that left', 'abc', '', false],
])('%s: %j, then %j, keeps the places: %s', (_, before, after, keeps) => {
  expect(keepsPlaces(showing(before), showing(after))).toBe(keeps);
});
