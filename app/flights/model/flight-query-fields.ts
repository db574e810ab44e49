/**
 * Names of the search form's fields, in page order; also the URL's query parameters (spec, section 3). Kept free of
 * zod, for the browser bundle.
 */
export const flightQueryFieldNames = [
  'origin',
  'destination',
  'depart_date',
  'return_date',
  'adults',
  'children',
  'infants',
  'travelClass',
] as const;

/** What stands in the form, by the names of an address's parameters. */
export type FlightSearchFields = Partial<Record<(typeof flightQueryFieldNames)[number], string>>;
