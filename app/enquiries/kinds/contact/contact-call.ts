import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import type { CallFields } from '../enquiry-kind.ts';
import type { Contact } from './contact-schema.ts';

/**
 * The fields of the API call for a contact message, in the style of the medical flight's (spec, section 7), without
 * files.
 */
export function contactCall(fields: Contact, language: FormLanguage): CallFields {
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['message', fields.message ?? ''],
    ['language', pageLanguage(language)],
  ];
}
