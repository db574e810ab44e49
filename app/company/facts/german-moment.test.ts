import { expect, test } from 'vitest';
import { germanMoment } from './german-moment.ts';

test.each([
  ['2027-01-15 12:00', '2027-01-15T11:00:00Z'],
  ['2027-07-15 12:00', '2027-07-15T10:00:00Z'],
  ['2027-07-15 00:30', '2027-07-14T22:30:00Z'],
  // Summer time begins on 28 March 2027 at 02:00 and ends on 31 October 2027 at 03:00.
  ['2027-03-28 01:59', '2027-03-28T00:59:00Z'],
  ['2027-03-28 03:00', '2027-03-28T01:00:00Z'],
  ['2027-03-28 02:30', '2027-03-28T01:30:00Z'],
  ['2027-10-31 01:30', '2027-10-30T23:30:00Z'],
  ['2027-10-31 02:30', '2027-10-31T01:30:00Z'],
  ['2027-10-31 03:30', '2027-10-31T02:30:00Z'],
])('%s in Germany is %s', (moment, expected) => {
  expect(germanMoment(moment)).toBe(Date.parse(expected));
});
