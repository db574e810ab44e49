// Imported individually, because the whole package uses 200 MB of memory in each process.
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import type { IsoDate } from '../format/dates.ts';
import { toLatinDigits, withoutBidiMarks } from './digits.ts';

const isoPattern = 'yyyy-MM-dd';
/** Accepted formats: year first, or day before month, with common separators. */
const typedPatterns = [isoPattern, 'yyyy/M/d', 'yyyy.M.d', 'd/M/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'd M yyyy'];

/**
 * Parses a typed date, with digits of any script, direction marks and common separators.
 * @returns `yyyy-MM-dd`; undefined if the date does not exist (2027-02-30) or has no four-digit year
 */
export function parseTypedDate(typed: string): IsoDate | undefined {
  const text = toLatinDigits(withoutBidiMarks(typed)).trim();
  if (!/(?:^\d{4}\D|\D\d{4}$)/.test(text)) return undefined;
  for (const pattern of typedPatterns) {
    const date = parse(text, pattern, new Date(2000, 0, 1));
    if (isValid(date)) return format(date, isoPattern);
  }
  return undefined;
}
