import { fold } from '#app/i18n/input/fold.ts';
import { type Language, languageCodes } from '#app/i18n/languages.ts';
import { type Airport, airportByCode, airportLabel, airports, isOneOfSeveral, joinNames } from '../airports/airport.ts';
import { airportsByCityPrefix, searchAirports } from '../airports/airport-search.ts';
import { areaByCode, areaLabel, areaOf, areas, searchAreas } from '../airports/areas.ts';
import { interpretPlace } from '../interpretation/interpret-place.ts';
import type { Interpretation } from '../interpretation/interpretation.ts';
import { type Country, countryOfAirport } from '../towns/countries.ts';
import { airportsNamedAfter, type Town, townOfAirport } from '../towns/towns.ts';
import { aboutKilometres, type PlaceChoice } from './place-choice.ts';

/**
 * What typed text refers to as an end of a flight:
 * - `found`: one airport or area
 * - `ambiguous`: several places with this name, or one with several airports
 * - `nearby`: a town without an airport
 * - `unsure`: no name or code in our lists, but somebody may mean one of the choices
 * - `unknown`: nothing that we know
 */
export type FlightPlace =
  | { outcome: 'found'; code: string }
  | { outcome: 'ambiguous' | 'nearby' | 'unsure'; choices: PlaceChoice[] }
  | { outcome: 'unknown' };

/** Longer text is no name. */
const maxLength = 200;
/** The maximum number of airports to offer. Areas come in addition. */
const maxAirports = 8;

/**
 * Resolves typed text to an end of a flight. It never guesses: a city with several airports, a country, a town without
 * an airport, two places with one name, and any text that is not a whole name in our lists lead to a question.
 * @param language the language of the names of towns
 */
export function resolveFlightPlace(typed: string, language: Language): FlightPlace {
  if (typed.length > maxLength) return { outcome: 'unknown' };
  const area = areaOf(typed);
  if (area) return { outcome: 'found', code: area.code };
  const { interpretations, needsConfirmation, isBySound } = interpretPlace(typed);
  const isUnsure = needsConfirmation || isBySound;
  const choices = limited(interpretations.flatMap((place) => choicesFor(place, language, interpretations.length > 1)));
  const [first, another] = choices;
  if (first && !another && !first.near && (!isUnsure || isAirportName(typed, first)))
    return { outcome: 'found', code: first.code };
  if (isUnsure) {
    const all = limited([...choices, ...matchesOf(typed)]);
    return all.length > 0 ? { outcome: 'unsure', choices: all } : { outcome: 'unknown' };
  }
  if (!first) return { outcome: 'unknown' };
  const isNearby = interpretations.length === 1 && choices.some(({ near }) => near);
  return { outcome: isNearby ? 'nearby' : 'ambiguous', choices };
}

/**
 * Returns the areas and airports to offer for a place.
 * @param isOneOfMany whether there are other places to choose from, so that a town needs its country
 */
function choicesFor(place: Interpretation, language: Language, isOneOfMany: boolean): PlaceChoice[] {
  switch (place.kind) {
    case 'airport':
      return [{ code: place.airport.code }];
    case 'country':
      return [
        ...areasOf('country', place.country),
        ...busiestFirst(airports.filter((airport) => countryOfAirport(airport) === place.country)),
      ].map(({ code }) => ({ code }));
    case 'town': {
      const own = airportsNamedAfter(place.town);
      if (own.length > 0) return [...areasOf('city', place.town), ...busiestFirst(own)].map(({ code }) => ({ code }));
      const name = place.town.names[language];
      const town = isOneOfMany ? joinNames([name, place.country.names[language]], language) : name;
      return place.airports.map(({ airport, kilometres }) => ({
        code: airport.code,
        near: { town, kilometres: aboutKilometres(kilometres) },
      }));
    }
  }
}

function areasOf(kind: 'city' | 'country', place: Town | Country) {
  return areas.filter((area) => {
    const airport = area.kind === kind ? airportByCode(area.airports[0]) : undefined;
    return airport && (kind === 'city' ? townOfAirport(airport) : countryOfAirport(airport)) === place;
  });
}

/** The airports that are offered first, for example if the visitor has named only a large country. */
const busiestAirports = (
  'RUH JED DMM MED DXB AUH SHJ CAI HBE HRG SSH BGW EBL BSR AMM DAM ALP MJI BEN ALG ORN TUN CMN RAK RBA ' +
  'FRA MUC BER DUS HAM CGN STR HAJ IST SAW AYT ESB LHR LGW CDG FCO MXP MAD BCN VIE ZRH'
).split(' ');

function busiestFirst(candidates: readonly Airport[]): Airport[] {
  const position = ({ code }: Airport) =>
    busiestAirports.includes(code) ? busiestAirports.indexOf(code) : busiestAirports.length;
  return [...candidates].sort((a, b) => position(a) - position(b));
}

/**
 * Returns the areas and airports that somebody who typed the text may mean: their names begin with it or contain it.
 * Three letters in upper case are a code, so they are not looked for inside names.
 */
function matchesOf(typed: string): PlaceChoice[] {
  if (fold(typed) === '') return [];
  const isCode = /^\s*[A-Z]{3}\s*$/.test(typed);
  const matches = isCode ? airportsByCityPrefix(typed) : searchAirports(typed);
  return [...searchAreas(typed), ...busiestFirst(matches)].map(({ code }) => ({ code }));
}

/** Returns the choices without repetitions, and as many airports as may be offered. */
function limited(choices: readonly PlaceChoice[]): PlaceChoice[] {
  const byCode = new Map([...choices].reverse().map((choice) => [choice.code, choice]));
  const unique = [...byCode.values()].reverse();
  const isAirport = ({ code }: PlaceChoice) => areaByCode(code) === undefined;
  return [...unique.filter((choice) => !isAirport(choice)), ...unique.filter(isAirport).slice(0, maxAirports)];
}

/** Words that say no more than that a name is that of an airport. */
const genericWords = new Set(['airport', 'international', 'مطار', 'الدولي']);

/**
 * Returns whether the text is an airport's own name: at least two words, or what distinguishes it from the other
 * airports of its city. Any other single word, such as Hamad, is too often also the name of a town.
 */
function isAirportName(typed: string, { code }: PlaceChoice): boolean {
  const airport = airportByCode(code);
  if (!airport) return false;
  return languageCodes.some((language) => {
    const words = fold(airport.name[language]).split(' ');
    const name = words.filter((word) => !genericWords.has(word)).join(' ');
    const city = `${fold(airport.city[language])} `;
    const isWithoutCity = isOneOfSeveral(airport) && name === city + fold(typed);
    return isWithoutCity || (name === fold(typed) && name.includes(' '));
  });
}

/** Returns the text of a field for the code of an airport or area; the code itself if it is not in our lists. */
export function flightPlaceLabel(code: string, language: Language): string {
  const area = areaByCode(code);
  if (area) return areaLabel(area, language);
  const airport = airportByCode(code);
  return airport ? airportLabel(airport, language) : code;
}
