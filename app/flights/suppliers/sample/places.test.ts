import { expect, test } from 'vitest';
import { airports } from '#app/places/airports/airport.ts';
import coordinateList from '#app/places/airports/airport-coordinates.json' with { type: 'json' };
import { kilometresBetween, placeOf } from './places.ts';
import timeZoneList from './time-zones.json' with { type: 'json' };

test('exactly the airports of the list have a place', () => {
  const codes = airports.map(({ code }) => code).sort();
  expect(Object.keys(coordinateList)).toEqual(codes);
  expect(Object.keys(timeZoneList)).toEqual(codes);
});

test.each(airports)('$code has valid coordinates and a known time zone', ({ code }) => {
  const { latitude, longitude, timeZone } = placeOf(code);
  expect(Math.abs(latitude)).toBeLessThan(70);
  expect(Math.abs(longitude)).toBeLessThan(180);
  expect(timeZone).toMatch(/^[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+$/);
  expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});

test('airports of a country are near each other and share a time zone, except in the largest ones', () => {
  const wide = new Set(['United States', 'Russia', 'China', 'Canada', 'India', 'Kazakhstan', 'Spain']);
  for (const one of airports) {
    for (const other of airports) {
      if (one.country.en !== other.country.en || wide.has(one.country.en)) continue;
      expect(kilometresBetween(one.code, other.code), `${one.code} and ${other.code}`).toBeLessThan(1900);
      expect(placeOf(one.code).timeZone).toBe(placeOf(other.code).timeZone);
    }
  }
});

test.each([
  ['RUH', 'FRA', 4290],
  ['DXB', 'JFK', 11020],
  ['IST', 'SAW', 65],
  ['SYD', 'LAX', 12060],
  ['BER', 'MUC', 480],
])('from %s to %s is about %i km', (from, to, kilometres) => {
  expect(Math.abs(kilometresBetween(from, to) - kilometres)).toBeLessThan(kilometres * 0.03 + 10);
});

test('throws for an unknown airport', () => {
  expect(() => placeOf('QQQ')).toThrow(RangeError);
});
