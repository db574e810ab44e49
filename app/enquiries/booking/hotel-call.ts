import type { CallFields } from '../call-fields.ts';
import { pageLanguageOf, type Enquiry } from '../enquiry.ts';

/** The call of the product's API for a hotel, in the shape of the medical flight's (spec, section 7). */
export function hotelCall(enquiry: Enquiry & { kind: 'hotel' }): CallFields {
  const { fields } = enquiry;
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
    ['language', pageLanguageOf(enquiry)],
  ];
}
