import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { bookingPage, fieldsOfBooking } from '../booking-page.server.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { subjectDate } from '../subject-date.ts';
import { chauffeurCall } from './chauffeur-call.ts';
import { chauffeurRows } from './chauffeur-rows.ts';
import { type Chauffeur, chauffeurSchema } from './chauffeur-schema.ts';

const label = { de: 'Fahrer', ar: 'سائق', en: 'Driver', ru: 'Водитель' };

/** The chauffeur request (spec, section 3). */
export const chauffeurKind: EnquiryFormDefinition<'chauffeur', Chauffeur> = {
  kind: 'chauffeur',
  label,
  ...bookingPage,
  receipt: 'service',
  hasReceiptDialog: true,
  rows: chauffeurRows,
  call: { path: '/chauffeur', fields: chauffeurCall },
  subject: ({ pickUpDate }) => [label.en, ...(pickUpDate ? [subjectDate(pickUpDate)] : [])],
  journey: () => undefined,
  urgency: ({ pickUpDate }) => ({ date: pickUpDate }),
  read: (sent) => parseFields(fieldsOfBooking(sent), chauffeurSchema),
};
