import { knownFields } from '#app/forms/schemas/known-fields.ts';
import { bookingFieldNames } from './booking-fields.ts';

/** What both requests of the booking page have in common. */
export const bookingPage = {
  pages: ['/services/booking'],
  // The form has no file field; documents may be added to a request later.
  files: 'letter',
  privacyNotice: 'booking-2026-11',
} as const;

/** The fields of both requests, so that the page keeps all values; each schema ignores the other's fields. */
export function fieldsOfBooking(sent: FormData): FormData {
  return knownFields(sent, [...bookingFieldNames.hotel, ...bookingFieldNames.chauffeur]);
}
