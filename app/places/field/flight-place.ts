import { type Language } from '#app/i18n/languages.ts';
import { airportByCode, airportLabel } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';
import { areaByCode, areaLabel, areaOf, searchAreas } from '../airports/areas.ts';
import { interpretPlace } from '../interpretation/interpret-place.ts';
import { aboutKilometres, type PlaceChoice } from './place-choice.ts';

/**
 * What typed text refers to as an end of a flight: one airport or area, several to choose from, airports near a town,
 * or nothing that we know.
 */
export type FlightPlace =
  | { outcome: 'found'; code: string }
  | { outcome: 'ambiguous' | 'nearby'; choices: PlaceChoice[] }
  | { outcome: 'unknown' };

/** The maximum number of airports near towns to offer, for example if two towns share a name. */
const maxNearby = 6;

/**
 * Resolves typed text to an end of a flight. It never guesses: a city with several airports, a country, and a town
 * without an airport lead to a question.
 * @param language the language of the names of towns
 */
export function resolveFlightPlace(typed: string, language: Language): FlightPlace {
  const area = areaOf(typed);
  if (area) return { outcome: 'found', code: area.code };
  const resolution = resolveAirport(typed);
  switch (resolution.outcome) {
    case 'found':
      return { outcome: 'found', code: resolution.airport.code };
    case 'ambiguous':
      return {
        outcome: 'ambiguous',
        choices: [...searchAreas(typed), ...resolution.choices].map(({ code }) => ({ code })),
      };
    case 'unknown':
      return resolveTown(typed, language);
  }
}

/** Resolves text that matches no airport's name: another spelling of such a name, or a town without an airport. */
function resolveTown(typed: string, language: Language): FlightPlace {
  const { interpretations, needsConfirmation } = interpretPlace(typed);
  const choices = interpretations.flatMap((interpretation): PlaceChoice[] => {
    if (interpretation.kind === 'country') return [];
    if (interpretation.kind === 'airport') return [{ code: interpretation.airport.code }];
    const town = interpretation.town.names[language];
    return interpretation.airports.map(({ airport, kilometres }) => ({
      code: airport.code,
      near: { town, kilometres: aboutKilometres(kilometres) },
    }));
  });
  const [first, another] = choices;
  if (!first) return { outcome: 'unknown' };
  if (!another && !first.near && !needsConfirmation) return { outcome: 'found', code: first.code };
  return { outcome: choices.some(({ near }) => near) ? 'nearby' : 'ambiguous', choices: choices.slice(0, maxNearby) };
}

/** Returns the text of a field for the code of an airport or area; the code itself if it is not in our lists. */
export function flightPlaceLabel(code: string, language: Language): string {
  const area = areaByCode(code);
  if (area) return areaLabel(area, language);
  const airport = airportByCode(code);
  return airport ? airportLabel(airport, language) : code;
}
