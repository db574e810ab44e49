import type { IsoDate } from '#app/i18n/format/dates.ts';
import { shortPlaceName } from '#app/places/interpretation/interpret-place.ts';
import type { ContactDetails } from '../contact-details/contact-details.ts';
import type { FirstCall } from '../first-call/first-call-schema.ts';
import type { Row } from './row.ts';
import { formatSubjectDate } from './subject-date.ts';

/** The fields that every request for a flight, an air ambulance or a medical escort has. */
export interface FlightRequest extends ContactDetails, FirstCall {
  name: string;
  email: string;
  /** As typed. */
  origin: string;
  /** As typed; may be empty if `destinationOpen`. */
  destination: string;
  /** Whether the destination is still undecided. */
  destinationOpen: boolean;
  date?: IsoDate;
  asSoonAsPossible: boolean;
  /** The patient's condition, as typed. */
  condition?: string;
}

/** Returns the summary rows of the journey and its date. */
export function journeyRows(request: FlightRequest): Row[] {
  return [
    { label: 'from', value: { place: { typed: request.origin, isUndecided: false } } },
    { label: 'to', value: { place: { typed: request.destination, isUndecided: request.destinationOpen } } },
    { label: 'date', value: dateValue(request) },
  ];
}

/** Returns what a request for a flight says about its time, which determines its urgency. */
export function timeUrgency({ date, asSoonAsPossible, urgency }: FlightRequest) {
  return {
    date,
    asSoonAsPossible,
    isStatedUrgent: urgency === 'urgent',
    isTimeUnknown: date === undefined && !asSoonAsPossible && urgency === undefined,
  };
}

/** Returns the row value of the preferred date; "no date" if the visitor gave none. */
function dateValue({ date, asSoonAsPossible }: FlightRequest): Row['value'] {
  if (asSoonAsPossible) return { choices: ['as_soon_as_possible'] };
  return date === undefined ? { choices: ['no_date'] } : { date };
}

/** Stands for an unrecognised place in a subject; the email's body contains the typed text. */
const unknownPlace = '?';

/** Returns the parts of an email's subject: `RUH → MUC`, `as soon as possible`. */
export function flightSubject(request: FlightRequest): string[] {
  const { origin, destination, destinationOpen, date, asSoonAsPossible } = request;
  // If the visitor ticks "undecided" but still enters a destination, it counts as a preference.
  const to = shortPlaceName(destination) ?? (destinationOpen ? 'not decided yet' : unknownPlace);
  return [
    `${shortPlaceName(origin) ?? unknownPlace} → ${to}`,
    asSoonAsPossible ? 'as soon as possible' : date ? formatSubjectDate(date) : 'no date yet',
  ];
}
