import { choicesRow, multilineRow, numberRow, type Row, statedRows, textRow } from '../row.ts';
import type { Assistance } from './flight-booking-fields.ts';
import type { FlightBooking } from './flight-booking-schema.ts';

const cabinChoices = { Y: 'economy', W: 'premium_economy', C: 'business', F: 'first_class' } as const;

/** Returns the summary rows of a request to book a flight: the flight as seen, the travellers, then what they need. */
export function flightBookingRows(fields: FlightBooking): Row[] {
  const { priceSeenAt, cabin } = fields;
  return statedRows([
    fields.isSample ? choicesRow('sample_flight', 'yes') : undefined,
    { label: 'from', value: { place: { typed: fields.origin, isUndecided: false } } },
    { label: 'to', value: { place: { typed: fields.destination, isUndecided: false } } },
    textRow('travel_dates', fields.dates),
    multilineRow('seen_flights', fields.flights),
    fields.price === undefined ? undefined : { label: 'price_seen', value: { ltr: fields.price } },
    priceSeenAt === undefined
      ? undefined
      : { label: 'price_seen_at', value: { moment: priceSeenAt, timeZone: 'Europe/Berlin' } },
    textRow('seller', fields.seller),
    numberRow('adults', fields.adults),
    fields.children === 0 ? undefined : numberRow('children', fields.children),
    fields.infants === 0 ? undefined : numberRow('infants', fields.infants),
    choicesRow('travel_class', cabin && cabinChoices[cabin]),
    choicesRow('needs', fields.assistance),
    choicesRow('medical_form', fields.assistance.some(needsMedicalForm) ? 'required' : undefined),
    multilineRow('condition', fields.condition),
    multilineRow('passenger_names', fields.passengerNames),
    choicesRow('payer', fields.payer),
  ]);
}

/** Whether the airline requires its medical form (MEDIF) for a need: for everything except a wheelchair. */
function needsMedicalForm(need: Assistance): boolean {
  return !need.startsWith('wheelchair');
}
