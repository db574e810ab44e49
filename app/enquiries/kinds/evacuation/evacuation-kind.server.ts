import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { undecidedDestinationField } from '#app/places/field/undecided-destination-field.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { firstCallRows } from '../first-call-rows.ts';
import { flightApiFields } from '../flight-api-fields.ts';
import { flightSubject, journeyRows, timeUrgency } from '../flight-request.ts';
import { evacuationFieldNames } from './evacuation-fields.ts';
import { type Evacuation, evacuationSchema } from './evacuation-schema.ts';

/** The definition of the short request for a medical flight (spec, section 3). */
export const evacuationKind: EnquiryFormDefinition<'evacuation', Evacuation> = {
  kind: 'evacuation',
  label: { de: 'Medizinischer Flug', ar: 'إخلاء طبي جوي', en: 'Medical flight', ru: 'Медицинский рейс' },
  namespace: 'evacuation',
  pages: ['/', '/services/evacuation'],
  files: 'medical',
  optionalDetails: [],
  asksForHealthData: true,
  privacyNotice: 'evacuation-2026-11-23-2',
  receiptType: 'flight',
  hasReceiptDialog: false,
  rows: (fields) => [
    ...journeyRows(fields),
    ...(fields.condition === undefined
      ? []
      : [{ label: 'condition', value: { multilineText: fields.condition } } as const]),
    ...firstCallRows(fields),
  ],
  apiRequest: { path: '/ambulance', fields: flightApiFields },
  subject: flightSubject,
  journey: (fields) => fields,
  urgency: (fields) => ({ ...timeUrgency(fields), texts: [fields.condition] }),
  phoneFieldName: 'phone',
  parse(formData) {
    const fields = pickKnownFields(formData, evacuationFieldNames);
    const checkedBoxes = {
      isDestinationUndecided: fields.has(undecidedDestinationField),
      isAsSoonAsPossible: fields.has('as_soon_as_possible'),
    };
    return parseFields(fields, evacuationSchema(checkedBoxes));
  },
};
