import { knownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { openFieldName } from '#app/places/field/open-field-name.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { flightCall } from '../flight-call.ts';
import { flightSubject, journeyRows } from '../flight-request.ts';
import { evacuationFieldNames } from './evacuation-fields.ts';
import { type Evacuation, evacuationSchema } from './evacuation-schema.ts';

/** The short request for a medical flight (spec, section 3). */
export const evacuationKind: EnquiryFormDefinition<'evacuation', Evacuation> = {
  kind: 'evacuation',
  label: { de: 'Medizinischer Flug', ar: 'رحلة طبية', en: 'Medical flight', ru: 'Медицинский рейс' },
  pages: ['/', '/services/evacuation'],
  files: 'medical',
  privacyNotice: 'evacuation-2026-11',
  receipt: 'flight',
  hasReceiptDialog: false,
  rows: (sent) => [
    ...journeyRows(sent),
    ...(sent.condition === undefined ? [] : [{ label: 'condition', value: { lines: sent.condition } } as const]),
  ],
  call: { path: '/ambulance', fields: flightCall },
  subject: flightSubject,
  journey: (sent) => sent,
  urgency: ({ date, asSoonAsPossible, condition }) => ({ date, asSoonAsPossible, texts: [condition] }),
  read(sent) {
    const fields = knownFields(sent, evacuationFieldNames);
    const ticked = { isOpen: fields.has(openFieldName), isSoon: fields.has('as_soon_as_possible') };
    return parseFields(fields, evacuationSchema(ticked));
  },
};
