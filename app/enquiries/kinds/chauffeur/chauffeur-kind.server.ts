import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { bookingPage, pickBookingFields } from '../booking-page.server.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { formatSubjectDate } from '../subject-date.ts';
import { chauffeurApiFields } from './chauffeur-api-fields.ts';
import { chauffeurRows } from './chauffeur-rows.ts';
import { type Chauffeur, chauffeurSchema } from './chauffeur-schema.ts';

const label = { de: 'Fahrer', ar: 'سائق', en: 'Driver', ru: 'Водитель' };

/** The definition of the chauffeur request (spec, section 3). */
export const chauffeurKind: EnquiryFormDefinition<'chauffeur', Chauffeur> = {
  kind: 'chauffeur',
  label,
  ...bookingPage,
  receiptType: 'chauffeur',
  hasReceiptDialog: true,
  rows: chauffeurRows,
  apiRequest: { path: '/chauffeur', fields: chauffeurApiFields },
  subject: ({ pickUpDate }) => [label.en, ...(pickUpDate ? [formatSubjectDate(pickUpDate)] : [])],
  journey: () => undefined,
  urgency: ({ pickUpDate }) => ({ date: pickUpDate }),
  phoneFieldName: 'chauffeur_contact_phone',
  parse: (formData) => parseFields(pickBookingFields(formData), chauffeurSchema),
};
