import { earliestToday, type IsoDate } from '#app/i18n/format/dates.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { isHijriDate, parseTypedDate } from '#app/i18n/input/typed-date.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { type RefinementContext, reject, requiredTextSchema, textSchema } from './text-schema.ts';

/** Returns the schema of an optional date, as `yyyy-MM-dd`, that must not be in the past (spec, section 5). */
export function dateField() {
  return textSchema('date_invalid', parseFutureDate).optional();
}

/**
 * Returns the schema of a required date that must not be in the past.
 * @param missing the message code for a missing value
 */
export function requiredDateField(missing: MessageCode) {
  return requiredTextSchema(missing, parseFutureDate);
}

function parseFutureDate(typed: string, context: RefinementContext): IsoDate | undefined {
  if (withoutBidiMarks(typed).trim() === '') return undefined;
  if (isHijriDate(typed)) return reject(context, 'date_hijri');
  const date = parseTypedDate(typed);
  if (!date) return reject(context, 'date_invalid');
  // Accepts a date that is still today anywhere on Earth.
  return date < earliestToday(new Date()) ? reject(context, 'date_past') : date;
}
