import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import type { ApiFields } from '../enquiry-kind.ts';
import type { Hotel } from './hotel-schema.ts';

/** Returns the fields of the API call for a hotel request, modelled on those of the medical flight (spec, section 7). */
export function hotelApiFields(fields: Hotel, language: FormLanguage): ApiFields {
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['location', fields.location],
    ['checkIn', fields.checkIn],
    ['checkOut', fields.checkOut],
    ['adults', String(fields.adults)],
    ['children', String(fields.childAges.length)],
    ['childAges', fields.childAges.join(',')],
    ['language', pageLanguage(language)],
  ];
}
