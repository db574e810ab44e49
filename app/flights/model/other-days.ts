import { type IsoDate, isoDateOf } from '#app/i18n/format/dates.ts';
import type { FlightQuery } from './flight-query.ts';

/** How many days earlier and later are offered. */
const maxShift = 3;

/** The fields of the two dates, as in the address. */
export const dateFields = ['depart_date', 'return_date'] as const;
export type DateField = (typeof dateFields)[number];

/** The same search on another day. */
export interface OtherDay {
  /** Days later; negative for earlier. */
  shift: number;
  date: IsoDate;
}

/** Returns the date a number of days after another. */
export function daysLater(date: IsoDate, days: number): IsoDate {
  return isoDateOf(Date.parse(date) / 1000 + days * 86_400);
}

/**
 * Returns the days around one date of a search, in order: none in the past, and never a return before the departure.
 * @param earliest the first date that is not in the past
 */
export function otherDays({ departDate, returnDate }: FlightQuery, field: DateField, earliest: IsoDate): OtherDay[] {
  const current = field === 'depart_date' ? departDate : returnDate;
  if (current === undefined) return [];
  const first = field === 'depart_date' ? earliest : departDate;
  const last = field === 'depart_date' ? returnDate : undefined;
  return Array.from({ length: 2 * maxShift + 1 }, (_, index) => index - maxShift)
    .filter((shift) => shift !== 0)
    .map((shift) => ({ shift, date: daysLater(current, shift) }))
    .filter(({ date }) => date >= first && (last === undefined || date <= last));
}
