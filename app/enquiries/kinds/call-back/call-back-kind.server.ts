import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { formatTimestampIn } from '#app/i18n/format/dates.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { callBackFieldNames, callBackPath } from './call-back-fields.ts';
import { callBackRows } from './call-back-rows.ts';
import { type CallBack, callBackSchema } from './call-back-schema.ts';

const label = { de: 'Rückruf', ar: 'طلب مكالمة هاتفية', en: 'Call back', ru: 'Обратный звонок' };

/** The definition of the request for a call, for which a phone number is enough. */
export const callBackKind: EnquiryFormDefinition<'call-back', CallBack> = {
  kind: 'call-back',
  label,
  namespace: 'call-back',
  pages: [callBackPath],
  // The form itself has no file field; visitors may add documents on the receipt.
  files: 'medical',
  optionalDetails: ['name', 'email'],
  asksForHealthData: false,
  privacyNotice: 'call-back-2026-11-23',
  receiptType: 'service',
  hasReceiptDialog: false,
  rows: callBackRows,
  apiRequest: 'message',
  subject: ({ when, call }) => [label.en, call ? formatTimestampIn('Europe/Berlin', call.at, 'en') : when],
  journey: () => undefined,
  urgency: ({ when }) => ({ asSoonAsPossible: when === 'now' }),
  phoneFieldName: 'phone',
  parse: (formData) => {
    const fields = pickKnownFields(formData, callBackFieldNames);
    // An invalid time must not hold up an urgent call.
    if (fields.get('when') === 'now') fields.delete('time');
    return parseFields(fields, callBackSchema);
  },
};
