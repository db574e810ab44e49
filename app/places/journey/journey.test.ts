import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kilometresBetween } from '../airports/airport-coordinates.ts';
import { journeyBetween } from './journey.ts';

const now = Date.parse('2026-12-01T08:00Z');
const journey = (origin: string, destination: string, date?: string) =>
  journeyBetween({ origin, destination, date }, now);

test.each([
  ['RUH', 'MUC', 3999],
  ['الرياض', 'ميونخ', 3999],
  ['Эр-Рияд', 'Мюнхен', 3999],
  ['Mecca', 'Heidelberg', 4144],
  ['SYD', 'LAX', 12_060],
])('%s to %s: %i km', (origin, destination, kilometres) => {
  expect(journey(origin, destination)?.kilometres).toBeCloseTo(kilometres, -1);
});

test('names both ends after the towns recognised in the text', () => {
  const known = journey('King Faisal Hospital, Riyadh', 'Munich Airport (MUC)');
  expect(known?.origin.names.en).toBe('Riyadh');
  expect(known?.destination.names.ar).toBe('ميونخ');
});

test.each([
  ['Atlantis', 'MUC'],
  ['RUH', ''],
  ['Saudi Arabia', 'Germany'],
  ['RUH', 'RUH'],
  ['RUH', 'Riyadh'],
  ['Mecca', 'JED'],
  ['???', 'x'.repeat(10_000)],
])('there is no journey from %s to %s: unknown, ambiguous, a country, or too near', (origin, destination) => {
  expect(journey(origin, destination)).toBeUndefined();
});

describe('the time difference', () => {
  test('is that on the preferred date or, without one, today', () => {
    expect(journey('RUH', 'MUC')?.minutesAhead).toBe(-120);
    expect(journey('RUH', 'MUC', '2027-07-01')?.minutesAhead).toBe(-60);
    expect(journey('MUC', 'RUH', '2027-07-01')?.minutesAhead).toBe(60);
  });

  test('is left out if a time zone is unknown', () => {
    const known = journey('Novosibirsk', 'MUC');
    expect(known).toBeDefined();
    expect(known?.minutesAhead).toBeUndefined();
  });
});

describe('the distance', () => {
  const point = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('is the same in both directions, and at most halfway round the Earth', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const kilometres = kilometresBetween(a, b);
        expect(kilometresBetween(b, a)).toBeCloseTo(kilometres, 6);
        expect(kilometres).toBeGreaterThanOrEqual(0);
        expect(kilometres).toBeLessThanOrEqual(Math.PI * 6371 + 1e-6);
      }),
    );
  });

  test.each([
    ['across 180 degrees of longitude', [0, 179.5], [0, -179.5], 111.2],
    ['over the North Pole', [89, 0], [89, 180], 222.4],
    ['between the poles', [90, 0], [-90, 77], 20_015],
    ['at a pole, whatever the longitude', [90, 0], [90, 120], 0],
    ['between antipodes', [30, 40], [-30, -140], 20_015],
  ])('is correct %s', (_name, [latitude = 0, longitude = 0], [toLatitude = 0, toLongitude = 0], kilometres) => {
    const distance = kilometresBetween({ latitude, longitude }, { latitude: toLatitude, longitude: toLongitude });
    expect(distance).toBeCloseTo(kilometres, 0);
  });
});
