import type { IsoDate } from '#app/i18n/dates.ts';
import type { Choice, RowLabel } from '#app/i18n/message.ts';
import { chauffeurRows } from './booking/chauffeur-rows.ts';
import { hotelRows } from './booking/hotel-rows.ts';
import type { SentFields } from './enquiry.ts';
import { evacuationRows } from './evacuation/evacuation-rows.ts';
import { medicalFlightRows } from './medical-flight/medical-flight-rows.ts';

/** What stands in a row: as typed (one line, lines, or of Latin letters and digits), or to be put into words. */
export type RowValue =
  | { words: string }
  | { lines: string }
  | { latin: string }
  | { date: IsoDate }
  | { airport: string }
  | { choices: readonly Choice[] };

export interface Row {
  label: RowLabel;
  value: RowValue;
}

/**
 * What a visitor sent, in the order in which people read it: on the receipt, in the mail to the desk, in the desk's
 * command line. What was left empty has no row.
 */
export function enquiryRows(sent: SentFields): Row[] {
  const { name, phone, email } = sent.fields;
  return [
    ...ownRows(sent),
    { label: 'name', value: { words: name } },
    { label: 'phone', value: { latin: phone } },
    { label: 'email', value: { latin: email } },
  ];
}

function ownRows(sent: SentFields): Row[] {
  switch (sent.kind) {
    case 'evacuation':
      return evacuationRows(sent.fields);
    case 'medical-flight':
      return medicalFlightRows(sent.fields);
    case 'hotel':
      return hotelRows(sent.fields);
    case 'chauffeur':
      return chauffeurRows(sent.fields);
    case 'contact':
      return sent.fields.message ? [{ label: 'message', value: { lines: sent.fields.message } }] : [];
  }
}
