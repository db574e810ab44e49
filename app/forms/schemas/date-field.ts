import { earliestToday, type IsoDate } from '#app/i18n/format/dates.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { parseTypedDate } from '#app/i18n/input/typed-date.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { type Issues, reject, requiredTextSchema, textSchema } from './text-schema.ts';

/** Schema of an optional date that is not in the past, as yyyy-MM-dd (spec, section 5). */
export function dateField() {
  return textSchema('date_invalid', futureDate).optional();
}

/** The same, required. @param missing error code for a missing value */
export function requiredDateField(missing: MessageCode) {
  return requiredTextSchema(missing, futureDate);
}

function futureDate(typed: string, issues: Issues): IsoDate | undefined {
  if (withoutBidiMarks(typed).trim() === '') return undefined;
  const date = parseTypedDate(typed);
  if (!date) return reject(issues, 'date_invalid');
  // Accept a date that is today anywhere on Earth.
  return date < earliestToday(new Date()) ? reject(issues, 'date_past') : date;
}
