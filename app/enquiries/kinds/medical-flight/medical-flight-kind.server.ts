import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { undecidedDestinationField } from '#app/places/field/undecided-destination-field.ts';
import type { EnquiryFormDefinition, EnquiryKindDefinition } from '../enquiry-kind.ts';
import { flightSubject, timeUrgency } from '../flight-request.ts';
import { medicalFlightApiFields } from './medical-flight-api-fields.ts';
import { medicalFlightFieldNames, type TransportType, transportTypes } from './medical-flight-fields.ts';
import { medicalFlightRows } from './medical-flight-rows.ts';
import { type MedicalFlight, medicalFlightSchema } from './medical-flight-schema.ts';

/** The definition of the detailed request for a medical flight, an air ambulance or a medical escort (spec, section 3). */
export const medicalFlightKind: EnquiryKindDefinition<'medical-flight', MedicalFlight> = {
  kind: 'medical-flight',
  label: {
    de: 'Medizinischer Flug, ausführlich',
    ar: 'إخلاء طبي جوي، طلب مفصّل',
    en: 'Medical flight, in detail',
    ru: 'Медицинский рейс, подробная заявка',
  },
  namespace: 'medical-flight',
  pages: transportTypes.map((type) => `/medical-flight/${type}`),
  files: 'medical',
  optionalDetails: [],
  asksForHealthData: true,
  privacyNotice: 'medical-flight-2026-11-23-2',
  receiptType: 'flight',
  hasReceiptDialog: true,
  rows: medicalFlightRows,
  apiRequest: { path: '/ambulance', fields: medicalFlightApiFields },
  subject: flightSubject,
  journey: (fields) => fields,
  urgency: ({ flight, needs, ventilated, condition, diagnosis, hospitalNow, ...request }) => ({
    ...timeUrgency(request),
    needs: [
      ...needs,
      ...(flight === 'incubator' ? [flight] : []),
      ...(ventilated === 'yes' ? (['ventilator'] as const) : []),
    ],
    texts: [condition, diagnosis, hospitalNow],
  }),
};

/** Returns the form definition for one type of medical transport. */
export function medicalFlightFormDefinition(
  transportType: TransportType,
): EnquiryFormDefinition<'medical-flight', MedicalFlight> {
  return {
    ...medicalFlightKind,
    phoneFieldName: 'phone',
    parse(formData) {
      const fields = pickKnownFields(formData, medicalFlightFieldNames);
      const checkedBoxes = {
        isDestinationUndecided: fields.has(undecidedDestinationField),
        isAsSoonAsPossible: fields.has('as_soon_as_possible'),
        hasCompanion: fields.has('with_companion'),
      };
      return parseFields(fields, medicalFlightSchema(transportType, checkedBoxes));
    },
  };
}
