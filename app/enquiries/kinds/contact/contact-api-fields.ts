import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import type { ApiFields } from '../enquiry-kind.ts';
import type { Contact } from './contact-schema.ts';

/**
 * Returns the fields of the API call for a contact message, without files. They are modelled on those of the medical flight
 * (spec, section 7).
 */
export function contactApiFields(fields: Contact, language: FormLanguage): ApiFields {
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['message', fields.message ?? ''],
    ['language', pageLanguage(language)],
  ];
}
