import type { Row } from '../row.ts';
import type { Chauffeur } from './chauffeur-schema.ts';

/** Returns the summary rows of a chauffeur request. */
export function chauffeurRows(fields: Chauffeur): Row[] {
  const { pickUp, pickUpDate, pickUpTime, flight, dropOff, passengers } = fields;
  const rows: (Row | undefined)[] = [
    pickUp ? { label: 'pick_up', value: { text: pickUp } } : undefined,
    pickUpDate ? { label: 'pick_up_date', value: { date: pickUpDate } } : undefined,
    pickUpTime ? { label: 'pick_up_time', value: { ltr: pickUpTime } } : undefined,
    flight ? { label: 'flight_number', value: { ltr: flight } } : undefined,
    { label: 'drop_off', value: { text: dropOff } },
    passengers === undefined ? undefined : { label: 'passengers', value: { ltr: String(passengers) } },
  ];
  return rows.filter((row) => row !== undefined);
}
