import { z } from 'zod';
import { dateField } from '#app/forms/schemas/date-field.ts';
import { notRead } from '#app/forms/schemas/not-read.ts';
import { textField } from '#app/forms/schemas/single-line-field.ts';
import { leadsElsewhere, placeFields } from '#app/places/field/place-fields.ts';
import { emailField, nameField, phoneField } from '../../person/person-fields.ts';
import type { FlightRequest } from '../flight-request.ts';

/** The checkboxes that affect the validation of other fields. */
interface Ticked {
  /** The destination is not decided yet. */
  isOpen: boolean;
  /** As soon as possible: the date is ignored. */
  isSoon: boolean;
}

/** A valid request, normalised. */
export type Evacuation = FlightRequest;

/** Schema of the medical flight request (spec, sections 3 and 5). Issues are codes: the last part of a key `form.…`. */
export function evacuationSchema({ isOpen, isSoon }: Ticked) {
  return z
    .object({
      name: nameField,
      phone: phoneField,
      email: emailField,
      ...placeFields({ isOpen }),
      date: isSoon ? notRead : dateField(),
      condition: textField('condition_too_long'),
    })
    .refine(...leadsElsewhere({ isOpen }))
    .transform(({ name, phone, email, origin, destination, date, condition }): Evacuation => ({
      name,
      phone,
      email,
      origin,
      destination,
      destinationOpen: isOpen,
      date,
      asSoonAsPossible: isSoon,
      condition,
    }));
}
