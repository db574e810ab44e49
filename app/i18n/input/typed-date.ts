// Imported one by one: the whole package costs a process 200 MB of memory.
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import type { IsoDate } from '../format/dates.ts';
import { toLatinDigits, withoutBidiMarks } from './digits.ts';

const isoDate = 'yyyy-MM-dd';
/** Accepted formats: ISO, and day before month with any separator. */
const typedPatterns = [isoDate, 'yyyy/M/d', 'yyyy.M.d', 'd/M/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'd M yyyy'];

/**
 * Parses a typed date, tolerating digits of other scripts, direction marks and common separators.
 * @returns `yyyy-MM-dd`, or undefined if there is no such date (2027-02-30) or no four-digit year
 */
export function parseTypedDate(typed: string): IsoDate | undefined {
  const text = toLatinDigits(withoutBidiMarks(typed)).trim();
  if (!/(?:^\d{4}\D|\D\d{4}$)/.test(text)) return undefined;
  for (const pattern of typedPatterns) {
    const date = parse(text, pattern, new Date(2000, 0, 1));
    if (isValid(date)) return format(date, isoDate);
  }
  return undefined;
}
