import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { toSingleLine } from '#app/forms/schemas/text-fields.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { treatmentFieldNames } from './treatment-fields.ts';
import { treatmentRows } from './treatment-rows.ts';
import { type Treatment, treatmentSchema } from './treatment-schema.ts';

const label = { de: 'Behandlungsanfrage', ar: 'طلب عرض علاج', en: 'Treatment request', ru: 'Запрос на лечение' };

/**
 * The definition of the treatment request: the company asks hospitals for an opinion, a treatment plan and a cost
 * estimate. Besides a name and a phone number, it requires a subject: a file, or some visible text about the illness or
 * as a question.
 */
export const treatmentKind: EnquiryFormDefinition<'treatment', Treatment> = {
  kind: 'treatment',
  label,
  namespace: 'treatment',
  pages: ['/treatment/request'],
  files: 'medical',
  optionalDetails: ['email'],
  asksForHealthData: true,
  privacyNotice: 'treatment-2026-11-23-3',
  receiptType: 'service',
  hasReceiptDialog: true,
  rows: treatmentRows,
  apiRequest: 'message',
  subject: () => [label.en],
  journey: () => undefined,
  urgency: ({ illness, question, wishedTime }) => ({ texts: [illness, question, wishedTime] }),
  phoneFieldName: 'phone',
  parse(formData, hasFiles) {
    const fields = pickKnownFields(formData, treatmentFieldNames);
    const hasQuestion = toSingleLine(submittedText(fields, 'question') ?? '') !== '';
    const schema = treatmentSchema({
      isIllnessRequired: !hasFiles && !hasQuestion,
      needsInterpreter: fields.has('interpreter'),
    });
    return parseFields(fields, schema);
  },
};
