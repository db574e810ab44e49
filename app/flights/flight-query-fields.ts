/** The search form's fields, in the order of the page: parameters of the address (spec, section 3). Free of zod. */
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
