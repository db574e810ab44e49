import type { IsoDate } from '#app/i18n/format/dates.ts';
import { placeShort } from '#app/places/meaning/understand-place.ts';
import type { Person } from './enquiry-kind.ts';
import type { Row } from './row.ts';
import { subjectDate } from './subject-date.ts';

/** What every request for a flight, an ambulance or an escort contains. */
export interface FlightRequest extends Person {
  /** As typed, like the destination. */
  origin: string;
  /** May be empty if `destinationOpen`. */
  destination: string;
  /** Not decided yet. */
  destinationOpen: boolean;
  date?: IsoDate;
  asSoonAsPossible: boolean;
  /** What happened to the patient, as typed. */
  condition?: string;
}

/** The rows of the journey and its date. */
export function journeyRows(sent: FlightRequest): Row[] {
  return [
    { label: 'from', value: { place: { written: sent.origin, isOpen: false } } },
    { label: 'to', value: { place: { written: sent.destination, isOpen: sent.destinationOpen } } },
    { label: 'date', value: dateValue(sent) },
  ];
}

/** The preferred date; "no date" if the visitor gave none. */
function dateValue({ date, asSoonAsPossible }: FlightRequest): Row['value'] {
  if (asSoonAsPossible) return { choices: ['as_soon_as_possible'] };
  return date === undefined ? { choices: ['no_date'] } : { date };
}

/** For an unknown place in a subject; the mail's body contains the typed text. */
const unknown = '?';

/** The parts of a mail's subject: `RUH → MUC`, `as soon as possible`. */
export function flightSubject(sent: FlightRequest): string[] {
  const { origin, destination, destinationOpen, date, asSoonAsPossible } = sent;
  // Text beside "not decided yet" names a preferred destination.
  const to = placeShort(destination) ?? (destinationOpen ? 'not decided yet' : unknown);
  return [
    `${placeShort(origin) ?? unknown} → ${to}`,
    asSoonAsPossible ? 'as soon as possible' : date ? subjectDate(date) : 'no date yet',
  ];
}
