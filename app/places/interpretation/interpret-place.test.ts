import { describe, expect, test } from 'vitest';
import { languageCodes, languages, type StaffLanguage } from '#app/i18n/languages.ts';
import { costRatio } from '#tests/support/reference-load.ts';
import { typedPlaces } from '../../../tests/support/typed-places.ts';
import { airportLabel, airports, joinNames } from '../airports/airport.ts';
import { codeAsText } from '../airports/airport-codes.ts';
import { countries } from '../towns/countries.ts';
import { airportsNamedAfter, townOfAirport, towns } from '../towns/towns.ts';
import { interpretPlace, isSamePlace, placeCode, placeCountry, shortPlaceName } from './interpret-place.ts';
import type { Interpretation } from './interpretation.ts';

/** Returns the interpretation of typed text in the format of `typedPlaces`. */
function describeInterpretation(typed: string): string {
  const { interpretations, needsConfirmation } = interpretPlace(typed);
  const description = interpretations.map(describeOne).join('/');
  if (description === '') return 'unknown';
  return needsConfirmation ? `likely ${description}` : description;
}

function describeOne(interpretation: Interpretation): string {
  if (interpretation.kind === 'airport') return `airport ${interpretation.airport.code}`;
  return interpretation.kind === 'town'
    ? `town ${interpretation.town.names.en}`
    : `country ${interpretation.country.code}`;
}

describe('places as people type them', () => {
  test('there are at least 80 of them', () =>
    expect(new Set(typedPlaces.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(80));

  test.each(typedPlaces)('%s means %s', (typed, interpretation) => {
    expect(describeInterpretation(typed)).toBe(interpretation);
  });
});

test('every airport has a country and a town, and is recognised by its code and its label', () => {
  for (const airport of airports) {
    expect(townOfAirport(airport).country.names).toMatchObject(airport.country);
    for (const typed of [
      codeAsText(airport.code),
      ...languageCodes.map((language) => airportLabel(airport, language)),
    ]) {
      expect(placeCode(typed), typed).toBe(airport.code);
    }
  }
});

test('every town is among the interpretations of its name, and is the only one if the country is added', () => {
  for (const town of towns) {
    const [own, another] = airportsNamedAfter(town);
    const expected = own && !another ? `airport ${own.code}` : `town ${town.names.en}`;
    for (const language of Object.keys(languages) as StaffLanguage[]) {
      const name = town.names[language];
      expect(describeInterpretation(name).split('/'), name).toContain(expected);
      // Algiers and Tunis have the same name as their countries in some languages.
      if (name === town.country.names[language]) continue;
      const label = joinNames([name, town.country.names[language]], language);
      expect(describeInterpretation(label).split('/'), label).toEqual([expected]);
    }
  }
});

test('every country is recognised by its name, even if one of its towns has the same name', () => {
  for (const { code, names } of countries) {
    for (const name of Object.values(names)) {
      // Without vowel marks, Oman and the capital of Jordan have the same Arabic name.
      expect(placeCountry(name), name).toBe(name === 'عمان' ? undefined : code);
    }
  }
});

test('returns a code only for text that unambiguously refers to an airport', () => {
  for (const [typed, interpretation] of typedPlaces) {
    expect(placeCode(typed), typed).toBe(/^airport (\w{3})$/.exec(interpretation)?.[1]);
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
])('shortens %s to %s, in the country %s', (typed, shortName, country) => {
  expect(shortPlaceName(typed)).toBe(shortName);
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
])('isSamePlace(%s, %s) is %s', (a, b, isSame) => {
  expect(isSamePlace(a, b)).toBe(isSame);
  expect(isSamePlace(b, a)).toBe(isSame);
});

test.each([
  ['x'.repeat(62_000)],
  ['مستشفى '.repeat(9_000)],
  ['ab cd '.repeat(10_000)],
  ['a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(20)],
  ['King Faisal Specialist Hospital and Research Centre near the old university in a street that nobody knows of here'],
  ["'".repeat(50_000)],
])('reads only the first words of a long text: %.20s', async (text) => {
  expect(await costRatio(() => interpretPlace(text))).toBeLessThan(0.05);
});
