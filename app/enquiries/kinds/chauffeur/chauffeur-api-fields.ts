import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import type { ApiFields } from '../enquiry-kind.ts';
import type { Chauffeur } from './chauffeur-schema.ts';

/** Returns the fields of the API call for a chauffeur request, modelled on those of the medical flight (spec, section 7). */
export function chauffeurApiFields(fields: Chauffeur, language: FormLanguage): ApiFields {
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['pickUp', fields.pickUp ?? ''],
    ['pickUpDate', fields.pickUpDate ?? ''],
    ['pickUpTime', fields.pickUpTime ?? ''],
    ['flight', fields.flight ?? ''],
    ['dropOff', fields.dropOff],
    ['passengers', fields.passengers === undefined ? '' : String(fields.passengers)],
    ['language', pageLanguage(language)],
  ];
}
