import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { shortPlaceName } from '#app/places/interpretation/interpret-place.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { formatSubjectDate } from '../subject-date.ts';
import { flightBookingFieldNames, flightBookingPath } from './flight-booking-fields.ts';
import { flightBookingRows } from './flight-booking-rows.ts';
import { type FlightBooking, flightBookingSchema } from './flight-booking-schema.ts';

const label = { de: 'Flugbuchung', ar: 'طلب حجز رحلة طيران', en: 'Flight to book', ru: 'Заказ авиабилета' };

/** The definition of the request to book a chosen airline flight, or to suggest one for the family's dates. */
export const flightBookingKind: EnquiryFormDefinition<'flight-booking', FlightBooking> = {
  kind: 'flight-booking',
  label,
  namespace: 'flight-booking',
  pages: [flightBookingPath],
  files: 'medical',
  optionalDetails: ['email'],
  asksForHealthData: true,
  privacyNotice: 'flight-booking-2026-11-24',
  receiptType: 'flight',
  hasReceiptDialog: true,
  rows: flightBookingRows,
  apiRequest: 'message',
  subject: ({ origin, destination, departDate, isSample }) => [
    isSample ? `${label.en} (sample)` : label.en,
    `${shortPlaceName(origin) ?? '?'} → ${shortPlaceName(destination) ?? '?'}`,
    departDate ? formatSubjectDate(departDate) : 'no date yet',
  ],
  journey: ({ origin, destination }) => ({ origin, destination }),
  urgency: ({ condition, departDate }) => ({ texts: [condition], ...(departDate && { date: departDate }) }),
  phoneFieldName: 'phone',
  parse(formData) {
    const fields = pickKnownFields(formData, flightBookingFieldNames);
    return parseFields(fields, flightBookingSchema({ isSample: fields.has('sample') }));
  },
};
