import type { IsoDate } from '#app/i18n/format/dates.ts';
import { type Coordinates, coordinatesOf, kilometresBetween } from '../airports/airport-coordinates.ts';
import { interpretPlace } from '../interpretation/interpret-place.ts';
import type { Country, Names } from '../towns/countries.ts';
import { townOfAirport } from '../towns/towns.ts';
import { minutesAhead, timeZoneAt } from './time-difference.ts';

/** The two places of a journey, and its date if it is known. */
export interface JourneyQuery {
  /** As typed. */
  origin: string;
  /** As typed. */
  destination: string;
  /** The preferred date, if there is one. */
  date?: IsoDate | undefined;
}

/** The origin or destination of a journey, as interpreted. */
interface JourneyEnd {
  /** The name of the town. */
  names: Names;
  country: Country;
  point: Coordinates;
}

/** A journey whose two places we understand. */
export interface Journey {
  origin: JourneyEnd;
  destination: JourneyEnd;
  /**
   * The great-circle distance, measured from and to airports where the visitor named one or the town has one. The
   * Earth is treated as a sphere, which is accurate to 0.5 %.
   */
  kilometres: number;
  /** How far the clocks at the destination are ahead of those at the origin; undefined if a time zone is unknown. */
  minutesAhead?: number | undefined;
}

/** Minimum distance (km): nobody flies a shorter route. */
const minDistance = 150;

/**
 * Returns the journey between two typed places; undefined if one of them is unknown, ambiguous or only a country, or if
 * they are too close together for a flight.
 * @param now the current time (ms since 1970), for a journey without a date
 */
export function journeyBetween({ origin, destination, date }: JourneyQuery, now: number): Journey | undefined {
  const [from, to] = [singlePlace(origin), singlePlace(destination)];
  if (!from || !to) return undefined;
  const kilometres = kilometresBetween(from.point, to.point);
  if (kilometres < minDistance) return undefined;
  const [fromZone, toZone] = [from, to].map(({ point, country }) => timeZoneAt(point, country));
  const noon = date === undefined ? new Date(now) : new Date(`${date}T12:00Z`);
  return {
    origin: from,
    destination: to,
    kilometres,
    minutesAhead: fromZone && toZone ? minutesAhead(toZone, fromZone, noon) : undefined,
  };
}

/**
 * Returns the single place that typed text may refer to, even if it is misspelt; undefined if there is none or only a
 * country.
 */
function singlePlace(typed: string): JourneyEnd | undefined {
  const { interpretations } = interpretPlace(typed);
  const [interpretation] = interpretations;
  if (!interpretation || interpretations.length > 1) return undefined;
  const { country } = interpretation;
  switch (interpretation.kind) {
    case 'airport': {
      const { airport } = interpretation;
      return { names: townOfAirport(airport).names, country, point: coordinatesOf(airport.code) };
    }
    case 'town':
      return { names: interpretation.town.names, country, point: interpretation.town };
    case 'country':
      return undefined;
  }
}
