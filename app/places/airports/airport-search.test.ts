import { describe, expect, test } from 'vitest';
import { fold } from '#app/i18n/input/fold.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { airportLabel, airports } from './airport.ts';
import { resolveAirport, searchAirports } from './airport-search.ts';

/** `RUH`, `LGW|LHR|…` when ambiguous, or `unknown`. */
function outcome(typed: string): string {
  const answer = resolveAirport(typed);
  if (answer.outcome === 'found') return answer.airport.code;
  return answer.outcome === 'ambiguous' ? codes(answer.choices).sort().join('|') : 'unknown';
}

const codes = (found: readonly { code: string }[]) => found.map(({ code }) => code);

describe('the airport that somebody meant', () => {
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
  ])('is Riyadh: %s', (typed) => {
    expect(outcome(typed)).toBe('RUH');
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
  ])('is found by the name people write: %s is %s', (typed, code) => {
    expect(outcome(typed)).toBe(code);
  });

  test.each(languageCodes)('is found by every label that the field itself writes (%s)', (language) => {
    const wrong = airports.filter((airport) => outcome(airportLabel(airport, language)) !== airport.code);
    expect(wrong).toEqual([]);
  });

  test('is found by every code; in small letters too, unless a city elsewhere begins with them', () => {
    expect(airports.filter(({ code }) => outcome(code) !== code)).toEqual([]);
    const small = airports.map(({ code }) => [code, outcome(code.toLowerCase())] as const);
    const asked = small.filter(([code, answer]) => answer !== code);
    expect(asked.length).toBeLessThan(20);
    expect(asked.filter(([code, answer]) => !answer.split('|').includes(code))).toEqual([]);
  });

  test.each([
    ['London', ['LHR', 'LGW']],
    ['لندن', ['LHR', 'LGW']],
    ['Istanbul', ['IST', 'SAW']],
    ['إسطنبول', ['IST', 'SAW']],
    ['اسطنبول', ['IST', 'SAW']],
  ])('is never guessed where a name is shared: %s', (typed, some) => {
    const answer = resolveAirport(typed);
    if (answer.outcome !== 'ambiguous') throw new Error(`${typed} is ${answer.outcome}`);
    expect(codes(answer.choices)).toEqual(expect.arrayContaining(some));
  });

  test('has at most eight choices, however vague the text is', () => {
    const answer = resolveAirport('مطار');
    expect(answer).toMatchObject({ outcome: 'ambiguous', choices: { length: 8 } });
  });

  test.each(['', '  ', '()', '؟', 'QQQ', 'Atlantis', 'أطلانتس', 'Riyadh (QQQ)'])('is unknown: %j', (typed) => {
    expect(outcome(typed)).toBe('unknown');
  });
});

describe('the search while typing', () => {
  test('shows everything for an empty text, in the order of the list', () => {
    expect(searchAirports(' ')).toEqual(airports);
  });

  test('puts the code first, whatever else begins with it', () => {
    expect(codes(searchAirports('ber'))[0]).toBe('BER');
    // Names of others begin with these: Strasbourg, Los Angeles.
    expect(codes(searchAirports('str'))[0]).toBe('STR');
    expect(codes(searchAirports('los'))[0]).toBe('LOS');
  });

  test('puts names that begin with the text before those that only hold it', () => {
    const found = searchAirports('fra');
    const beginning = found.map(({ city, name }) =>
      [city.en, name.en].some((text) => text.toLowerCase().startsWith('fra')),
    );
    expect(found[0]?.code).toBe('FRA');
    expect(beginning.lastIndexOf(true)).toBeLessThan(beginning.includes(false) ? beginning.indexOf(false) : Infinity);
  });

  test('takes words in any order, of city, airport and country', () => {
    expect(codes(searchAirports('germany frankfurt'))).toContain('FRA');
    expect(codes(searchAirports('السعودية الرياض'))).toEqual(['RUH']);
  });

  test('finds an Arabic word without the article that is glued to it', () => {
    expect(codes(searchAirports('رياض'))).toContain('RUH');
  });

  test('finds nothing for what is not there', () => {
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
])('%s means %s and nothing else', (typed, code) => {
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
])('%s is asked about, with %s among the choices', (typed, code) => {
  const answer = resolveAirport(typed);
  expect(answer.outcome).toBe('ambiguous');
  expect(answer).toHaveProperty('choices', expect.arrayContaining([expect.objectContaining({ code })]));
});

test('a country never means one of its airports, unless it has but one, in any language', () => {
  for (const { country } of airports) {
    const inside = airports.filter((airport) => airport.country.en === country.en);
    for (const typed of Object.values(country)) {
      // A few are called like their city: Kuwait, Singapore, Luxembourg.
      if (airports.some(({ city }) => Object.values(city).map(fold).includes(fold(typed)))) continue;
      const answer = resolveAirport(typed);
      const codes =
        answer.outcome === 'found' ? [answer.airport] : answer.outcome === 'ambiguous' ? answer.choices : [];
      expect(answer.outcome, typed).toBe(inside.length === 1 ? 'found' : 'ambiguous');
      expect(
        codes.every((airport) => airport.country.en === country.en),
        typed,
      ).toBe(true);
    }
  }
});

test('a text that no name comes near is not searched', () => {
  const attack = 'a '.repeat(31_000);
  const before = performance.now();
  expect(searchAirports(attack)).toEqual([]);
  expect(resolveAirport(attack)).toEqual({ outcome: 'unknown' });
  expect(performance.now() - before).toBeLessThan(5);
});
