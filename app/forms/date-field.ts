import { z } from 'zod';
import { earliestToday, type IsoDate } from '#app/i18n/dates.ts';
import { withoutBidiMarks } from '#app/i18n/digits.ts';
import { parseTypedDate } from '#app/i18n/typed-date.ts';

/** A day that is not past, as yyyy-MM-dd; undefined where nothing was typed (spec, section 5). */
export function dateField() {
  return z.string('date_invalid').transform(futureDate).optional();
}

/** The same, where it has to be there. @param missing the code of the message for nothing */
export function requiredDateField(missing: string) {
  return z.string(missing).transform((typed, context) => {
    const date = futureDate(typed, context);
    if (date !== undefined) return date;
    context.addIssue(missing);
    return z.NEVER;
  });
}

function futureDate(typed: string, context: z.RefinementCtx): IsoDate | undefined {
  if (withoutBidiMarks(typed).trim() === '') return undefined;
  const date = parseTypedDate(typed);
  // Today anywhere on Earth is today.
  const wrong = !date ? 'date_invalid' : date < earliestToday(new Date()) ? 'date_past' : undefined;
  if (!wrong) return date;
  context.addIssue(wrong);
  return z.NEVER;
}
