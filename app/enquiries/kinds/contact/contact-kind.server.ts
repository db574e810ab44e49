import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import type { EnquiryFormDefinition } from '../enquiry-kind.ts';
import { contactApiFields } from './contact-api-fields.ts';
import { contactFieldNames } from './contact-fields.ts';
import { type Contact, contactSchema } from './contact-schema.ts';

const label = { de: 'Nachricht', ar: 'رسالة', en: 'Message', ru: 'Сообщение' };

/** The definition of a message to the company, with attachments (spec, section 3). */
export const contactKind: EnquiryFormDefinition<'contact', Contact> = {
  kind: 'contact',
  label,
  namespace: 'contact',
  pages: ['/contact'],
  files: 'letter',
  optionalDetails: [],
  asksForHealthData: true,
  privacyNotice: 'contact-2026-11-23-2',
  receiptType: 'message',
  hasReceiptDialog: true,
  rows: ({ message }) => (message ? [{ label: 'message', value: { multilineText: message } }] : []),
  apiRequest: { path: '/contact', fields: contactApiFields },
  subject: () => [label.en],
  journey: () => undefined,
  urgency: ({ message }) => ({ texts: [message] }),
  phoneFieldName: 'phone',
  parse: (formData) => parseFields(pickKnownFields(formData, contactFieldNames), contactSchema),
};
