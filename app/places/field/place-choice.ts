/** An airport or area that is offered if typed text does not refer to exactly one. */
export interface PlaceChoice {
  /** The IATA code of an airport, or the code of an area. */
  code: string;
  /** The town for which the airport is offered, and about how far it is from it (km, see {@link aboutKilometres}). */
  near?: { town: string; kilometres: number };
}

/** What is offered for the ends of a flight whose text does not refer to exactly one place. */
export type PlaceChoices = Partial<Record<'origin' | 'destination', PlaceChoice[]>>;

/** Rounds a great-circle distance (km), because the road is longer in any case. */
export function aboutKilometres(kilometres: number): number {
  return Math.max(5, 5 * Math.round(kilometres / 5));
}
