import type { ApiCall } from '../api-call.ts';
import type { Enquiry } from '../enquiry.ts';

/**
 * The call of the product's API for a message in the shape of the medical flight's (spec, section 7),
 * without its files.
 */
export function contactCall({ fields, language }: Enquiry & { kind: 'contact' }): ApiCall {
  return {
    path: '/contact',
    fields: [
      ['name', fields.name],
      ['email', fields.email],
      ['phone', fields.phone],
      ['message', fields.message ?? ''],
      ['language', language],
    ],
  };
}
