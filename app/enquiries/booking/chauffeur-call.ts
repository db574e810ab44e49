import type { CallFields } from '../call-fields.ts';
import { pageLanguageOf, type Enquiry } from '../enquiry.ts';

/** The call of the product's API for a driver, in the shape of the medical flight's (spec, section 7). */
export function chauffeurCall(enquiry: Enquiry & { kind: 'chauffeur' }): CallFields {
  const { fields } = enquiry;
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
    ['language', pageLanguageOf(enquiry)],
  ];
}
