import type { Row } from '../row.ts';
import type { Hotel } from './hotel-schema.ts';

/** Returns the summary rows of a hotel request. */
export function hotelRows({ location, checkIn, checkOut, adults, childAges }: Hotel): Row[] {
  const rows: Row[] = [
    { label: 'location', value: { text: location } },
    { label: 'check_in', value: { date: checkIn } },
    { label: 'check_out', value: { date: checkOut } },
    { label: 'adults', value: { ltr: String(adults) } },
  ];
  if (childAges.length > 0) {
    rows.push(
      { label: 'children', value: { ltr: String(childAges.length) } },
      { label: 'child_ages', value: { ltr: childAges.join(', ') } },
    );
  }
  return rows;
}
