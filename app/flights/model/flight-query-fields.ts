/**
 * Names of the search form's fields in page order, which are also the URL's query parameters (spec, section 3). This
 * module does not import zod, to keep the browser bundle small.
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

/** Values of the search form's fields. The currency is not part of a search: it only decides how prices are shown. */
export type FlightSearchFields = Partial<Record<(typeof flightQueryFieldNames)[number] | 'currency', string>>;
