import { expect, test } from 'vitest';
import { airports } from '#app/places/airports/airport.ts';
import coordinateList from '#app/places/airports/airport-coordinates.json' with { type: 'json' };
import timeZoneList from '#app/places/airports/airport-time-zones.json' with { type: 'json' };
import { kilometresBetween, placeOf } from './places.ts';

test('has coordinates and a time zone for exactly the airports in the list', () => {
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

test('airports of a country are near each other and share a time zone, except in large countries', () => {
  const largeCountries = new Set(['United States', 'Russia', 'China', 'Canada', 'India', 'Kazakhstan', 'Spain']);
  for (const airport of airports) {
    for (const other of airports) {
      if (airport.country.en !== other.country.en || largeCountries.has(airport.country.en)) continue;
      expect(kilometresBetween(airport.code, other.code), `${airport.code} and ${other.code}`).toBeLessThan(1900);
      expect(placeOf(airport.code).timeZone).toBe(placeOf(other.code).timeZone);
    }
  }
});

test.each([
  ['RUH', 'FRA', 4290],
  ['DXB', 'JFK', 11020],
  ['IST', 'SAW', 65],
  ['SYD', 'LAX', 12060],
  ['BER', 'MUC', 480],
])('the distance from %s to %s is about %i km', (from, to, kilometres) => {
  expect(Math.abs(kilometresBetween(from, to) - kilometres)).toBeLessThan(kilometres * 0.03 + 10);
});

test('throws for an unknown airport', () => {
  expect(() => placeOf('QQQ')).toThrow(RangeError);
});
