import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coordinatesOf, kilometresBetween } from '../airports/airport-coordinates.ts';
import { airlineTime, ambulanceJetTime } from './flight-time.ts';

const distance = (from: string, to: string) => kilometresBetween(coordinatesOf(from), coordinatesOf(to));

test.each([
  ['RUH', 'FRA', 6],
  ['DXB', 'FRA', 7],
  ['KWI', 'FRA', 6],
  ['CAI', 'FRA', 4.5],
  ['AMM', 'BER', 4.5],
  ['IST', 'MUC', 2.75],
  ['LHR', 'JFK', 8],
  ['BER', 'MUC', 1.25],
])(
  'by airline from %s to %s, the estimate differs from the %d hours in a timetable by at most half an hour',
  (from, to, hours) => {
    expect(Math.abs(airlineTime(distance(from, to)).hours - hours)).toBeLessThanOrEqual(0.5);
  },
);

test.each([
  [200, 1, 0],
  [1000, 2, 0],
  [3000, 5, 0],
  [3001, 6, 1],
  [4000, 7, 1],
  [6000, 10, 1],
  [6001, 11, 2],
])('an ambulance jet takes %i km in about %d hours, with %i stops to refuel', (kilometres, hours, stops) => {
  expect(ambulanceJetTime(kilometres)).toEqual({ hours, stops });
});

test('an estimate is a multiple of half an hour, at least one hour, and grows with the distance', () => {
  const anyDistance = fc.double({ min: 0, max: 20_016, noNaN: true });
  fc.assert(
    fc.property(anyDistance, anyDistance, fc.constantFrom(ambulanceJetTime, airlineTime), (a, b, timeOf) => {
      const [near, far] = [Math.min(a, b), Math.max(a, b)].map(timeOf) as [
        ReturnType<typeof timeOf>,
        ReturnType<typeof timeOf>,
      ];
      return near.hours >= 1 && Number.isInteger(near.hours * 2) && near.hours <= far.hours && near.stops <= far.stops;
    }),
  );
});
