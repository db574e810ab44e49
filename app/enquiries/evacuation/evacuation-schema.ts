import { z } from 'zod';
import { resolveAirport } from '#app/airports/airport-search.ts';
import { earliestToday } from '#app/i18n/dates.ts';
import { withoutBidiMarks } from '#app/i18n/digits.ts';
import { parseTypedDate } from '#app/i18n/typed-date.ts';
import { emailField, nameField, phoneField } from '../person-fields.ts';

/**
 * The medical flight request (spec, sections 3 and 5). Messages are codes: the last part of a key `form.…`.
 * The airports arrive as typed text and leave as IATA codes.
 */
export const evacuationSchema = z
  .object({
    name: nameField,
    phone: phoneField,
    email: emailField,
    origin: airportField('origin_required'),
    destination: airportField('destination_required'),
    /** Left empty by those who need the flight as soon as possible. */
    date: z.string('date_invalid').transform(futureDate).optional(),
  })
  .refine(({ origin, destination }) => origin !== destination, {
    path: ['destination'],
    error: 'same_airport',
    // Told together with whatever else is wrong, not one round later.
    when: ({ value }) => {
      const { origin, destination } = value as Partial<Record<'origin' | 'destination', unknown>>;
      return typeof origin === 'string' && typeof destination === 'string';
    },
  });

/** A valid request, normalised: airports as IATA codes, the date as yyyy-MM-dd. */
export type Evacuation = z.output<typeof evacuationSchema>;

function airportField(required: string) {
  return z.string(required).transform((typed, context) => {
    const answer = resolveAirport(typed);
    if (answer.outcome === 'found') return answer.airport.code;
    const code = answer.outcome === 'ambiguous' ? 'airport_ambiguous' : 'airport_unknown';
    context.addIssue(isBlank(typed) ? required : code);
    return z.NEVER;
  });
}

function futureDate(typed: string, context: z.RefinementCtx): string | undefined {
  if (isBlank(typed)) return undefined;
  const date = parseTypedDate(typed);
  if (!date) context.addIssue('date_invalid');
  else if (date < earliestToday(new Date())) context.addIssue('date_past');
  return date;
}

function isBlank(typed: string): boolean {
  return withoutBidiMarks(typed).trim() === '';
}
