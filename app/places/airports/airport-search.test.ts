import { describe, expect, test } from 'vitest';
import { fold } from '#app/i18n/input/fold.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { costRatio } from '#tests/support/reference-load.ts';
import { airportLabel, airports } from './airport.ts';
import { resolveAirport, searchAirports } from './airport-search.ts';

/** Resolves typed text to a code such as `RUH`, to `LGW|LHR|…` if it is ambiguous, or to `unknown`. */
function resolve(typed: string): string {
  const resolution = resolveAirport(typed);
  if (resolution.outcome === 'found') return resolution.airport.code;
  return resolution.outcome === 'ambiguous' ? codes(resolution.choices).sort().join('|') : 'unknown';
}

const codes = (airports: readonly { code: string }[]) => airports.map(({ code }) => code);

describe('resolveAirport', () => {
  test.each([
    'RUH',
    'ruh',
    ' RUH ',
    'Riyadh (RUH)',
    'riyadh (ruh) ',
    'الرياض (RUH)',
    '\u2067الرياض\u2069 (\u2066RUH\u2069)',
    'Riyadh',
    'riyadh',
    'الرياض',
    'الرّياض',
    'King Khalid International Airport',
    'king khalid',
    'مطار الملك خالد الدولي',
    'الملك خالد',
  ])('resolves %s to Riyadh', (typed) => {
    expect(resolve(typed)).toBe('RUH');
  });

  test.each([
    ['München', 'MUC'],
    ['Munich', 'MUC'],
    ['ميونخ', 'MUC'],
    ['ميونيخ', 'MUC'],
    ['Köln', 'CGN'],
    ['Koln', 'CGN'],
    ['كولن', 'CGN'],
    ['كولونيا', 'CGN'],
    ['هامبورج', 'HAM'],
    ['هامبورغ', 'HAM'],
    ['Nürnberg', 'NUE'],
    ['القاهره', 'CAI'],
    ['جده', 'JED'],
  ])('resolves the common spelling %s to %s', (typed, code) => {
    expect(resolve(typed)).toBe(code);
  });

  test.each(languageCodes)('resolves every label that the field inserts (%s)', (language) => {
    const wrong = airports.filter((airport) => resolve(airportLabel(airport, language)) !== airport.code);
    expect(wrong).toEqual([]);
  });

  test('resolves every code, even in lower case unless another city begins with it', () => {
    expect(airports.filter(({ code }) => resolve(code) !== code)).toEqual([]);
    const lowerCase = airports.map(({ code }) => [code, resolve(code.toLowerCase())] as const);
    const ambiguous = lowerCase.filter(([code, resolution]) => resolution !== code);
    expect(ambiguous.length).toBeLessThan(20);
    expect(ambiguous.filter(([code, resolution]) => !resolution.split('|').includes(code))).toEqual([]);
  });

  test.each([
    ['London', ['LHR', 'LGW']],
    ['لندن', ['LHR', 'LGW']],
    ['Istanbul', ['IST', 'SAW']],
    ['إسطنبول', ['IST', 'SAW']],
    ['اسطنبول', ['IST', 'SAW']],
  ])('never guesses if several airports share a name: %s', (typed, someCodes) => {
    const resolution = resolveAirport(typed);
    if (resolution.outcome !== 'ambiguous') throw new Error(`${typed} is ${resolution.outcome}`);
    expect(codes(resolution.choices)).toEqual(expect.arrayContaining(someCodes));
  });

  test('offers at most eight choices, however vague the text', () => {
    const resolution = resolveAirport('مطار');
    expect(resolution).toMatchObject({ outcome: 'ambiguous', choices: { length: 8 } });
  });

  test.each(['', '  ', '()', '؟', 'QQQ', 'Atlantis', 'أطلانتس', 'Riyadh (QQQ)'])('does not resolve %j', (typed) => {
    expect(resolve(typed)).toBe('unknown');
  });
});

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

test.each([
  ['قطر', 'DOH'],
  ['المجر', 'BUD'],
  ['Koeln', 'CGN'],
  ['Duesseldorf', 'DUS'],
  ['Riad', 'RUH'],
  ['ruh', 'RUH'],
  ['DUB', 'DUB'],
])('resolves %s to %s only', (typed, code) => {
  expect(resolveAirport(typed)).toMatchObject({ outcome: 'found', airport: { code } });
});

test.each([
  ['مصر', 'CAI'],
  ['ألمانيا', 'MUC'],
  ['السعودية', 'RUH'],
  ['Egypt', 'CAI'],
  ['Riy', 'RUH'],
  ['Dub', 'DXB'],
  ['Dam', 'DMM'],
  ['بن', 'BEN'],
  ['مطار جدة', 'JED'],
])('finds %s ambiguous, with %s among the choices', (typed, code) => {
  const resolution = resolveAirport(typed);
  expect(resolution.outcome).toBe('ambiguous');
  expect(resolution).toHaveProperty('choices', expect.arrayContaining([expect.objectContaining({ code })]));
});

test('a country name is ambiguous in every language unless the country has only one airport', () => {
  for (const { country } of airports) {
    const airportsInCountry = airports.filter((airport) => airport.country.en === country.en);
    for (const typed of Object.values(country)) {
      // A few countries have the same name as their city: Kuwait, Singapore, Luxembourg.
      if (airports.some(({ city }) => Object.values(city).map(fold).includes(fold(typed)))) continue;
      const resolution = resolveAirport(typed);
      const matches =
        resolution.outcome === 'found'
          ? [resolution.airport]
          : resolution.outcome === 'ambiguous'
            ? resolution.choices
            : [];
      expect(resolution.outcome, typed).toBe(airportsInCountry.length === 1 ? 'found' : 'ambiguous');
      expect(
        matches.every((airport) => airport.country.en === country.en),
        typed,
      ).toBe(true);
    }
  }
});

test('text longer than any name is not searched', async () => {
  const longText = 'a '.repeat(31_000);
  const cost = await costRatio(() => {
    expect(searchAirports(longText)).toEqual([]);
    expect(resolveAirport(longText)).toEqual({ outcome: 'unknown' });
  });
  expect(cost).toBeLessThan(0.05);
});
