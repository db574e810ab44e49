import type { SubmittedFields } from './enquiry.ts';
import { definitionOf } from './kinds/enquiry-kinds.server.ts';
import type { Row } from './kinds/row.ts';

/**
 * Returns the summary rows of an enquiry for the receipt, the email to the desk and the command line. Empty fields have no
 * row.
 */
export function enquiryRows({ kind, fields }: SubmittedFields): Row[] {
  return [
    ...definitionOf(kind).rows(fields),
    ...(fields.name === undefined ? [] : [{ label: 'name', value: { text: fields.name } } as const]),
    { label: 'phone', value: { ltr: fields.phone } },
    ...(fields.email === undefined ? [] : [{ label: 'email', value: { ltr: fields.email } } as const]),
  ];
}
