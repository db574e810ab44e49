import { expect, test } from 'vitest';
import { airports } from '#app/airports/airport.ts';
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
])('%s is shown by the drawing of %s', (code, picture) => {
  expect(destinationPicture(code)).toBe(picture);
});

test('each drawing of a country is that of all of its airports', () => {
  const countries = { jordan: 'Jordan', egypt: 'Egypt', syria: 'Syria' };
  for (const [picture, country] of Object.entries(countries)) {
    const codes = airports.filter((airport) => airport.country === country).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes.map(destinationPicture))).toEqual(new Set([picture]));
  }
});
