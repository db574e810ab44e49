import { z } from 'zod';
import { dateField } from '#app/forms/schemas/date-field.ts';
import { numberField } from '#app/forms/schemas/number-field.ts';
import { requiredSingleLineField, singleLineField } from '#app/forms/schemas/text-fields.ts';
import { timeField } from '#app/forms/schemas/time-field.ts';
import { emailField, nameField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import { maxGuests } from '../booking-fields.ts';

/**
 * Schema of the chauffeur request (spec, section 3). Its issue messages are the last segments of the translation keys
 * `form.…`.
 */
export const chauffeurSchema = z
  .object({
    chauffeur_drop_off: requiredSingleLineField('drop_off_required'),
    chauffeur_pick_up: singleLineField(),
    chauffeur_pick_up_date: dateField(),
    chauffeur_pick_up_time: timeField(),
    chauffeur_flight: singleLineField(),
    chauffeur_passengers: numberField({ min: 1, max: maxGuests, unit: 'people' }, 'passengers_invalid'),
    chauffeur_contact_name: nameField,
    chauffeur_contact_phone: phoneField,
    chauffeur_contact_email: emailField,
  })
  .transform((input) => ({
    name: input.chauffeur_contact_name,
    phone: input.chauffeur_contact_phone,
    email: input.chauffeur_contact_email,
    pickUp: input.chauffeur_pick_up,
    pickUpDate: input.chauffeur_pick_up_date,
    pickUpTime: input.chauffeur_pick_up_time,
    flight: input.chauffeur_flight,
    dropOff: input.chauffeur_drop_off,
    passengers: input.chauffeur_passengers,
  }));

/** A valid, normalised chauffeur request, with the date as yyyy-MM-dd and the time as HH:mm. */
export type Chauffeur = z.output<typeof chauffeurSchema>;
