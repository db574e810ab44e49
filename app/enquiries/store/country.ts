import { placeCountry } from '#app/places/interpretation/interpret-place.ts';
import { callingCodeCountry } from '../contact-details/calling-codes.ts';
import type { SubmittedFields } from '../enquiry.ts';
import { definitionOf } from '../kinds/enquiry-kinds.server.ts';

/**
 * Returns where a request comes from, for statistics: the country of the phone number's calling code or, if the number has
 * none or several countries share it, that of the origin.
 * @returns the country (ISO 3166-1 alpha-2); `''` if it is unknown
 */
export function countryOf({ kind, fields }: SubmittedFields): string {
  const fromPhone = callingCodeCountry(fields.phone);
  if (fromPhone !== undefined) return fromPhone;
  const origin = definitionOf(kind).journey(fields)?.origin;
  return (origin === undefined ? undefined : placeCountry(origin)) ?? '';
}

/** Like {@link countryOf}, for a row of the table `enquiries`. After an erasure, only the column is left. */
export function countryOfRow(row: { kind: string; fields: string; country: string | null }): string {
  // The stored fields match the kind, which the column type cannot express.
  return row.country ?? countryOf({ kind: row.kind, fields: JSON.parse(row.fields) as unknown } as SubmittedFields);
}
