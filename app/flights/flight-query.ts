import type { IsoDate } from '#app/i18n/dates.ts';
import type { TravelClass } from './flight.ts';

/** What is searched for (spec, section 3). */
export interface FlightQuery {
  /** IATA codes. */
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

/** How many may travel: at least and at most. */
export const travellers = {
  adults: { min: 1, max: 9 },
  children: { min: 0, max: 6 },
  infants: { min: 0, max: 6 },
} as const;

/** The parameters of an address, with the defaults written out, so that a search has one address. */
export function queryParams(query: FlightQuery): URLSearchParams {
  const params = new URLSearchParams({
    origin: query.origin,
    destination: query.destination,
    depart_date: query.departDate,
  });
  if (query.returnDate) params.set('return_date', query.returnDate);
  params.set('adults', String(query.adults));
  params.set('children', String(query.children));
  params.set('infants', String(query.infants));
  params.set('travelClass', query.travelClass);
  return params;
}

/** Two searches of the same key have the same results (spec, section 9). */
export function searchKey(query: FlightQuery): string {
  return queryParams(query).toString();
}
