import type { Row } from '../row.ts';
import type { Chauffeur } from './chauffeur-schema.ts';

/** Returns the summary rows of a chauffeur request. */
export function chauffeurRows(fields: Chauffeur): Row[] {
  const { pickUp, pickUpDate, pickUpTime, flight, dropOff, passengers } = fields;
  const rows: (Row | undefined)[] = [
    pickUp ? { label: 'pick_up', value: { words: pickUp } } : undefined,
    pickUpDate ? { label: 'pick_up_date', value: { date: pickUpDate } } : undefined,
    pickUpTime ? { label: 'pick_up_time', value: { latin: pickUpTime } } : undefined,
    flight ? { label: 'flight_number', value: { latin: flight } } : undefined,
    { label: 'drop_off', value: { words: dropOff } },
    passengers === undefined ? undefined : { label: 'passengers', value: { latin: String(passengers) } },
  ];
  return rows.filter((row) => row !== undefined);
}
