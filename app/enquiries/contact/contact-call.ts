import type { CallFields } from '../call-fields.ts';
import { pageLanguageOf, type Enquiry } from '../enquiry.ts';

/**
 * The call of the product's API for a message in the shape of the medical flight's (spec, section 7),
 * without its files.
 */
export function contactCall(enquiry: Enquiry & { kind: 'contact' }): CallFields {
  const { fields } = enquiry;
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['message', fields.message ?? ''],
    ['language', pageLanguageOf(enquiry)],
  ];
}
