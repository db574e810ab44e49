import { expect, test } from 'vitest';
import { airports } from '#app/places/airports/airport.ts';
import { destinationPicture } from './destination-picture.ts';

test.each([
  ['AMM', 'jordan'],
  ['AQJ', 'jordan'],
  ['CAI', 'egypt'],
  ['HRG', 'egypt'],
  ['DAM', 'syria'],
  ['ALP', 'syria'],
  ['BER', 'berlin'],
  ['RUH', 'berlin'],
  ['XQX', 'berlin'],
  ['', 'berlin'],
])('returns the illustration for %j: %s', (code, picture) => {
  expect(destinationPicture(code)).toBe(picture);
});

test('returns the same illustration for all airports of a country', () => {
  const countries = { jordan: 'Jordan', egypt: 'Egypt', syria: 'Syria' };
  for (const [picture, country] of Object.entries(countries)) {
    const codes = airports.filter((airport) => airport.country.en === country).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes.map(destinationPicture))).toEqual(new Set([picture]));
  }
});
