import { z } from 'zod';
import { airportFields, endsElsewhere } from '#app/airports/airport-fields.ts';
import { dateField } from '#app/forms/date-field.ts';
import { emailField, nameField, phoneField } from '../person-fields.ts';

/** The medical flight request (spec, sections 3 and 5). Messages are codes: the last part of a key `form.…`. */
export const evacuationSchema = z
  .object({
    name: nameField,
    phone: phoneField,
    email: emailField,
    ...airportFields,
    /** Left empty by those who need the flight as soon as possible. */
    date: dateField(),
  })
  .refine(...endsElsewhere());

/** A valid request, normalised: airports as IATA codes, the date as yyyy-MM-dd. */
export type Evacuation = z.output<typeof evacuationSchema>;
