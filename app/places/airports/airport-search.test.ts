import { describe, expect, test } from 'vitest';
import { costRatio } from '#tests/support/reference-load.ts';
import { airports } from './airport.ts';
import { searchAirports } from './airport-search.ts';

const codes = (airports: readonly { code: string }[]) => airports.map(({ code }) => code);

describe('searchAirports', () => {
  test('returns all airports in their original order for empty text', () => {
    expect(searchAirports(' ')).toEqual(airports);
  });

  test('puts a matching code first, whatever else begins with the text', () => {
    expect(codes(searchAirports('ber'))[0]).toBe('BER');
    // Names of other airports begin with these codes: Strasbourg, Los Angeles.
    expect(codes(searchAirports('str'))[0]).toBe('STR');
    expect(codes(searchAirports('los'))[0]).toBe('LOS');
  });

  test.each([
    ['THR', 'IKA'],
    ['isl', 'IST'],
    ['TXL', 'BER'],
  ])('puts the airport first that an old code or the code of a city stands for: %s is %s', (typed, code) => {
    expect(codes(searchAirports(typed))[0]).toBe(code);
  });

  test('suggests both airports that people call RAK', () => {
    expect(codes(searchAirports('RAK')).slice(0, 2)).toEqual(['RAK', 'RKT']);
  });

  test('puts names that begin with the text before names that only contain it', () => {
    const matches = searchAirports('fra');
    const isPrefixMatch = matches.map(({ city, name }) =>
      [city.en, name.en].some((text) => text.toLowerCase().startsWith('fra')),
    );
    expect(matches[0]?.code).toBe('FRA');
    expect(isPrefixMatch.lastIndexOf(true)).toBeLessThan(
      isPrefixMatch.includes(false) ? isPrefixMatch.indexOf(false) : Infinity,
    );
  });

  test('accepts words of city, airport and country in any order', () => {
    expect(codes(searchAirports('germany frankfurt'))).toContain('FRA');
    expect(codes(searchAirports('السعودية الرياض'))).toEqual(['RUH']);
  });

  test('finds an Arabic word without its prefixed article', () => {
    expect(codes(searchAirports('رياض'))).toContain('RUH');
  });

  test('finds nothing for an unknown name', () => {
    expect(searchAirports('qqqq')).toEqual([]);
  });
});

test('text longer than any name is not searched', async () => {
  const longText = 'a '.repeat(31_000);
  const cost = await costRatio(() => {
    expect(searchAirports(longText)).toEqual([]);
  });
  expect(cost).toBeLessThan(0.05);
});
