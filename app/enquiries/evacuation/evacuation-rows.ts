import type { Row } from '../enquiry-rows.ts';
import type { Evacuation } from './evacuation-schema.ts';

/** The flight in rows; without a day it is wanted as soon as possible. */
export function evacuationRows({ origin, destination, date }: Evacuation): Row[] {
  return [
    { label: 'from', value: { airport: origin } },
    { label: 'to', value: { airport: destination } },
    { label: 'date', value: date ? { date } : { choices: ['as_soon_as_possible'] } },
  ];
}
