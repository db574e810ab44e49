import { expect, test } from 'vitest';
import type { FlightCardView } from '../../view/flight-view.ts';
import { keepsPositions } from './keeps-positions.ts';

const showing = (ids: string) => ({
  cards: Array.from(ids, (id): FlightCardView => ({ id, segments: [], offers: [], itineraryId: '', warnings: [] })),
});

test.each([
  ['the same flights', 'abc', 'abc', true],
  ['one more at the end', 'abc', 'abcd', true],
  ['the first results', '', 'abc', true],
  ['nothing before and after', '', '', true],
  ['one more in front', 'abc', 'dabc', false],
  ['one more in between', 'abc', 'abdc', false],
  ['two that swap', 'abc', 'acb', false],
  ['one replaced', 'abc', 'abd', false],
  ['last one removed', 'abc', 'ab', false],
  ['first one removed', 'abc', 'bc', false],
  ['all removed', 'abc', '', false],
])('%s: %j, then %j keeps positions: %s', (_, before, after, keeps) => {
  expect(keepsPositions(showing(before), showing(after))).toBe(keeps);
});
