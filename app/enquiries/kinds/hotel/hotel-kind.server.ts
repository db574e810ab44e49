import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { bookingPage, pickBookingFields } from '../booking-page.server.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { formatSubjectDate } from '../subject-date.ts';
import { hotelApiFields } from './hotel-api-fields.ts';
import { hotelRows } from './hotel-rows.ts';
import { childCountField, type Hotel, hotelSchema } from './hotel-schema.ts';

const label = { de: 'Hotel', ar: 'فندق', en: 'Hotel', ru: 'Гостиница' };

/** The definition of the hotel request (spec, section 3). */
export const hotelKind: EnquiryFormDefinition<'hotel', Hotel> = {
  kind: 'hotel',
  label,
  ...bookingPage,
  receiptType: 'hotel',
  hasReceiptDialog: true,
  rows: hotelRows,
  apiRequest: { path: '/hotel', fields: hotelApiFields },
  subject: ({ checkIn }) => [label.en, formatSubjectDate(checkIn)],
  journey: () => undefined,
  urgency: ({ checkIn }) => ({ date: checkIn }),
  phoneFieldName: 'hotel_contact_phone',
  parse: (formData) => parseFields(pickBookingFields(formData), hotelSchema(readChildCount(formData))),
};

function readChildCount(formData: FormData): number {
  const typed = formData.get('hotel_children');
  return childCountField.safeParse(typeof typed === 'string' ? typed : undefined).data ?? 0;
}
