import type { Row } from '../row.ts';
import type { Hotel } from './hotel-schema.ts';

/** Returns the summary rows of a hotel request. */
export function hotelRows({ location, checkIn, checkOut, adults, childAges }: Hotel): Row[] {
  const rows: Row[] = [
    { label: 'location', value: { words: location } },
    { label: 'check_in', value: { date: checkIn } },
    { label: 'check_out', value: { date: checkOut } },
    { label: 'adults', value: { latin: String(adults) } },
  ];
  if (childAges.length > 0) {
    rows.push(
      { label: 'children', value: { latin: String(childAges.length) } },
      { label: 'child_ages', value: { latin: childAges.join(', ') } },
    );
  }
  return rows;
}
