import { z } from 'zod';
import { toLatinDigits, withoutBidiMarks } from '#app/i18n/digits.ts';
import { dateField } from '#app/forms/date-field.ts';
import { numberField } from '#app/forms/number-field.ts';
import { emailField, nameField, phoneField } from '../person-fields.ts';
import { requiredWordsField, wordsField } from '#app/forms/words-field.ts';
import { mostGuests } from './booking-fields.ts';

/** The chauffeur request (spec, section 3). Messages are codes: the last part of a key `form.…`. */
export const chauffeurSchema = z
  .object({
    chauffeur_drop_off: requiredWordsField('drop_off_required'),
    chauffeur_pick_up: wordsField(),
    chauffeur_pick_up_date: dateField(),
    chauffeur_pick_up_time: z.string('time_invalid').transform(typedTime).optional(),
    chauffeur_flight: wordsField(),
    chauffeur_passengers: numberField({ min: 1, max: mostGuests }, 'passengers_invalid'),
    chauffeur_contact_name: nameField,
    chauffeur_contact_phone: phoneField,
    chauffeur_contact_email: emailField,
  })
  .transform((sent) => ({
    name: sent.chauffeur_contact_name,
    phone: sent.chauffeur_contact_phone,
    email: sent.chauffeur_contact_email,
    pickUp: sent.chauffeur_pick_up,
    pickUpDate: sent.chauffeur_pick_up_date,
    pickUpTime: sent.chauffeur_pick_up_time,
    flight: sent.chauffeur_flight,
    dropOff: sent.chauffeur_drop_off,
    passengers: sent.chauffeur_passengers,
  }));

/** A valid request for a driver, normalised: the day as yyyy-MM-dd, the time as HH:mm. */
export type Chauffeur = z.output<typeof chauffeurSchema>;

/** `٩:٣٠` becomes `09:30`. */
function typedTime(typed: string, context: z.RefinementCtx): string | undefined {
  const text = toLatinDigits(withoutBidiMarks(typed)).trim();
  if (text === '') return undefined;
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours !== '' && Number(hours) < 24 && Number(minutes) < 60) return `${hours.padStart(2, '0')}:${minutes}`;
  context.addIssue('time_invalid');
  return z.NEVER;
}
