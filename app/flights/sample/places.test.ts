import { expect, test } from 'vitest';
import { airports } from '#app/airports/airport.ts';
import { kilometresBetween, placeOf } from './places.ts';
import placeList from './places.json' with { type: 'json' };

test('every airport of the list has its place, and no other airport has', () => {
  expect(Object.keys(placeList)).toEqual(airports.map(({ code }) => code).sort());
});

test.each(airports)('$code lies on Earth and has a time zone that is known', ({ code }) => {
  const { latitude, longitude, timeZone } = placeOf(code);
  expect(Math.abs(latitude)).toBeLessThan(70);
  expect(Math.abs(longitude)).toBeLessThan(180);
  expect(timeZone).toMatch(/^[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+$/);
  expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});

test('airports of one country, but for the widest, lie near each other and share a time zone', () => {
  const wide = new Set(['United States', 'Russia', 'China', 'Canada', 'India', 'Kazakhstan', 'Spain']);
  for (const one of airports) {
    for (const other of airports) {
      if (one.country !== other.country || wide.has(one.country)) continue;
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
])('from %s to %s it is about %i km', (from, to, kilometres) => {
  expect(Math.abs(kilometresBetween(from, to) - kilometres)).toBeLessThan(kilometres * 0.03 + 10);
});

test('an airport that the list does not have has no place', () => {
  expect(() => placeOf('QQQ')).toThrow(RangeError);
});
