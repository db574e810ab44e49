import type { IsoDate } from '#app/i18n/format/dates.ts';
import { codeAsText } from '#app/places/airports/airport-codes.ts';
import type { TravelClass } from './flight.ts';

/** A flight search's criteria (spec, section 3). */
export interface FlightQuery {
  /** The codes of airports or areas (`app/places/airports/areas.ts`). */
  origin: string;
  destination: string;
  departDate: IsoDate;
  returnDate?: IsoDate;
  /** 12 years and over. */
  adults: number;
  /** 2 to 11 years. */
  children: number;
  /** 0 to 23 months. */
  infants: number;
  travelClass: TravelClass;
}

/** Minimum and maximum number of travellers of each age group. */
export const travellerLimits = {
  adults: { min: 1, max: 9 },
  children: { min: 0, max: 6 },
  infants: { min: 0, max: 6 },
} as const;

/** Returns the number of travellers of all ages. */
export function travellerCount({ adults, children, infants }: FlightQuery): number {
  return adults + children + infants;
}

/** Returns the number of seats that the travellers need: infants have none. */
export function seatCount({ adults, children }: FlightQuery): number {
  return adults + children;
}

/** A direction of the journey that a search asks for. */
export interface JourneySegment {
  /** IATA codes. */
  origin: string;
  destination: string;
  date: IsoDate;
}

/** Returns the directions of the journey in order. Suppliers accept any number of them. */
export function journeySegments({ origin, destination, departDate, returnDate }: FlightQuery): JourneySegment[] {
  return [
    { origin, destination, date: departDate },
    ...(returnDate ? [{ origin: destination, destination: origin, date: returnDate }] : []),
  ];
}

/** Returns the query parameters of a search. They include defaults, so each search has exactly one URL. */
export function queryParams(query: FlightQuery): URLSearchParams {
  const params = new URLSearchParams({
    origin: codeAsText(query.origin),
    destination: codeAsText(query.destination),
    depart_date: query.departDate,
  });
  if (query.returnDate) params.set('return_date', query.returnDate);
  params.set('adults', String(query.adults));
  params.set('children', String(query.children));
  params.set('infants', String(query.infants));
  params.set('travelClass', query.travelClass);
  return params;
}

/** Returns the cache key of a search. Searches with the same key share their results (spec, section 9). */
export function searchKey(query: FlightQuery): string {
  return queryParams(query).toString();
}
