/** Path of the page with the form, without a language. */
export const flightBookingPath = '/book-flight';

/** What the airline has to provide or know, from the simplest help to what needs approval by its medical service. */
export const assistance = [
  'wheelchair_ramp',
  'wheelchair_steps',
  'wheelchair_seat',
  'stretcher',
  'oxygen',
  'lying_down',
  'own_devices',
  'medical-escort',
  'infectious',
  'recent_operation',
] as const;
export type Assistance = (typeof assistance)[number];

/** IATA codes: economy, premium economy, business, first. */
export const cabins = ['Y', 'W', 'C', 'F'] as const;

/** Inclusive limits of the numbers of travellers, as in the flight search. */
export const travellerBounds = {
  adults: { min: 0, max: 9, unit: 'people' },
  children: { min: 0, max: 6, unit: 'people' },
  infants: { min: 0, max: 6, unit: 'people' },
} as const;

/** The fields that describe the journey. Without a chosen flight, visitors fill in some of them. */
export const journeyFieldNames = [
  'origin',
  'destination',
  'dates',
  'adults',
  'children',
  'infants',
  'cabin',
  'flights',
  'price',
  'price_seen_at',
  'seller',
  'sample',
] as const;

/** The form's fields, in the order in which the page and the error summary list them. */
export const flightBookingFieldNames = [
  ...journeyFieldNames,
  'assistance',
  'condition',
  'passenger_names',
  'payer',
  'name',
  'phone',
  'email',
] as const;

/** The values of the form's fields. */
export type FlightBookingFields = Record<(typeof flightBookingFieldNames)[number], string | undefined>;

/**
 * What the page's address says about the journey. With a chosen flight, `flights` has a line for each of its legs, and
 * the form carries everything in hidden fields, so what the visitor saw is sent even if the search no longer exists.
 */
export type JourneyPreset = Partial<Record<(typeof journeyFieldNames)[number], string>>;
