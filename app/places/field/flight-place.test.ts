import { describe, expect, test } from 'vitest';
import { languageCodes } from '#app/i18n/languages.ts';
import { airports } from '../airports/airport.ts';
import { areas } from '../airports/areas.ts';
import { flightPlaceLabel, resolveFlightPlace } from './flight-place.ts';

/** Resolves a text to a code, or to `ambiguous LON LHR …` or `nearby FRA 75 km from Heidelberg, …`. */
function resolve(typed: string): string {
  const place = resolveFlightPlace(typed, 'en');
  if (place.outcome === 'found') return place.code;
  if (place.outcome === 'unknown') return 'unknown';
  const choices = place.choices.map(({ code, near }) =>
    near ? `${code} ${near.kilometres} km from ${near.town}` : code,
  );
  return `${place.outcome} ${choices.join(', ')}`;
}

test.each(languageCodes)('every airport and area is recognised by its label and its code (%s)', (language) => {
  const codes = [...airports, ...areas].map(({ code }) => code);
  expect(codes.filter((code) => resolve(flightPlaceLabel(code, language)) !== code)).toEqual([]);
  expect(codes.filter((code) => resolve(code) !== code)).toEqual([]);
});

test.each([
  ['London', 'ambiguous LON, LHR, LGW, STN'],
  ['لندن', 'ambiguous LON, LHR, LGW, STN'],
  ['Istanbul', 'ambiguous IST-ALL, IST, SAW'],
  ['دبي', 'ambiguous DXB-ALL, DXB, DWC'],
  ['Germany', 'ambiguous DE-ALL, FRA, MUC, BER, DUS, HAM, CGN, STR, HAJ'],
  ['ألمانيا', 'ambiguous DE-ALL, FRA, MUC, BER, DUS, HAM, CGN, STR, HAJ'],
])('%s leads to a question: %s', (typed, question) => {
  expect(resolve(typed)).toBe(question);
});

test.each([
  ['London, all airports', 'LON'],
  ['لندن، كل المطارات', 'LON'],
  ['germany any airport', 'DE-ALL'],
  ['ألمانيا، أي مطار', 'DE-ALL'],
  ['Heathrow', 'LHR'],
  ['Sharjah', 'SHJ'],
])('%s means %s', (typed, code) => {
  expect(resolve(typed)).toBe(code);
});

describe('a town without an airport', () => {
  test.each([
    ['Heidelberg', 'nearby MHG'],
    ['هايدلبرغ', 'nearby MHG'],
    ['Heidelberg, Germany', 'nearby MHG'],
    ['Mecca', 'nearby JED'],
    ['مكة', 'nearby JED'],
  ])('%s leads to the nearest ones', (typed, nearby) => {
    expect(resolve(typed)).toMatch(new RegExp(`^${nearby} \\d+ km from `));
  });

  test('is named in the language of the page', () => {
    const place = resolveFlightPlace('Heidelberg', 'ar');
    expect('choices' in place && place.choices[0]?.near?.town).toBe('هايدلبرغ');
  });
});

test.each(['Atlantis', '', 'constructor', 'XXX-ALL'])('%j is unknown', (typed) => {
  expect(resolve(typed)).toBe('unknown');
});
