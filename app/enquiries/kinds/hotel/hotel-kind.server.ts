import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { bookingPage, fieldsOfBooking } from '../booking-page.server.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { subjectDate } from '../subject-date.ts';
import { hotelCall } from './hotel-call.ts';
import { hotelRows } from './hotel-rows.ts';
import { childCountField, type Hotel, hotelSchema } from './hotel-schema.ts';

const label = { de: 'Hotel', ar: 'فندق', en: 'Hotel', ru: 'Гостиница' };

/** The hotel request (spec, section 3). */
export const hotelKind: EnquiryFormDefinition<'hotel', Hotel> = {
  kind: 'hotel',
  label,
  ...bookingPage,
  receipt: 'service',
  hasReceiptDialog: true,
  rows: hotelRows,
  call: { path: '/hotel', fields: hotelCall },
  subject: ({ checkIn }) => [label.en, subjectDate(checkIn)],
  journey: () => undefined,
  urgency: ({ checkIn }) => ({ date: checkIn }),
  read: (sent) => parseFields(fieldsOfBooking(sent), hotelSchema(childCount(sent))),
};

function childCount(sent: FormData): number {
  const typed = sent.get('hotel_children');
  return childCountField.safeParse(typeof typed === 'string' ? typed : undefined).data ?? 0;
}
