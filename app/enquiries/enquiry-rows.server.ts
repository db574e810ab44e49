import type { ContactDetails } from './contact-details/contact-details.ts';
import type { SubmittedFields } from './enquiry.ts';
import { definitionOf } from './kinds/enquiry-kinds.server.ts';
import type { Row } from './kinds/row.ts';

/** Returns the summary rows of an enquiry for staff: those of the family, and how it typed a phone number. */
export function staffRows(enquiry: SubmittedFields): Row[] {
  const { phoneTyped }: ContactDetails = enquiry.fields;
  const rows = enquiryRows(enquiry);
  if (phoneTyped === undefined) return rows;
  return rows.flatMap((row) =>
    row.label === 'phone' ? [row, { label: 'phone_typed', value: { ltr: phoneTyped } } as const] : [row],
  );
}

/** Returns the summary rows of an enquiry for the family and hospitals. Empty fields have no row. */
export function enquiryRows({ kind, fields }: SubmittedFields): Row[] {
  return [
    ...definitionOf(kind).rows(fields),
    ...(fields.name === undefined ? [] : [{ label: 'name', value: { text: fields.name } } as const]),
    { label: 'phone', value: { ltr: fields.phone } },
    ...(fields.email === undefined ? [] : [{ label: 'email', value: { ltr: fields.email } } as const]),
  ];
}
