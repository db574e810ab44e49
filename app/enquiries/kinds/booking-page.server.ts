import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { bookingFieldNames } from './booking-fields.ts';

/** The part of the definition that both forms on the booking page share. */
export const bookingPage = {
  namespace: 'booking',
  pages: ['/services/booking'],
  // The forms themselves have no file field; visitors may add documents on the receipt.
  files: 'letter',
  optionalDetails: [],
  asksForHealthData: false,
  privacyNotice: 'booking-2026-11-23-2',
} as const;

/** Picks the fields of both forms, so that the page keeps all values. Each schema ignores the fields of the other. */
export function pickBookingFields(formData: FormData): FormData {
  return pickKnownFields(formData, [...bookingFieldNames.hotel, ...bookingFieldNames.chauffeur]);
}
