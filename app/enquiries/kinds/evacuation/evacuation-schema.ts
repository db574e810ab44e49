import { z } from 'zod';
import { dateField } from '#app/forms/schemas/date-field.ts';
import { ignoredField } from '#app/forms/schemas/ignored-field.ts';
import { textField } from '#app/forms/schemas/text-fields.ts';
import { differentPlacesRule, placeFields } from '#app/places/field/place-fields.ts';
import { emailField, nameField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import { firstCallFields, toFirstCall } from '../../first-call/first-call-schema.ts';
import type { FlightRequest } from '../flight-request.ts';

/** The states of the checkboxes that affect the validation of other fields. */
interface CheckedBoxes {
  /** Whether the destination is still undecided. */
  isDestinationUndecided: boolean;
  /** Whether the flight is wanted as soon as possible; the date is then ignored. */
  isAsSoonAsPossible: boolean;
}

/** A valid, normalised request. */
export type Evacuation = FlightRequest;

/**
 * Returns the schema of the short request (spec, sections 3 and 5). Its issue messages are the last segments of the
 * translation keys `form.…`.
 */
export function evacuationSchema({ isDestinationUndecided, isAsSoonAsPossible }: CheckedBoxes) {
  return z
    .object({
      name: nameField,
      phone: phoneField,
      email: emailField,
      ...placeFields({ isDestinationUndecided }),
      date: isAsSoonAsPossible ? ignoredField : dateField(),
      condition: textField('condition_too_long'),
      ...firstCallFields,
    })
    .refine(...differentPlacesRule({ isDestinationUndecided }))
    .transform(({ name, phone, email, origin, destination, date, condition, ...firstCall }): Evacuation => ({
      name,
      phone,
      email,
      origin,
      destination,
      destinationOpen: isDestinationUndecided,
      date,
      asSoonAsPossible: isAsSoonAsPossible,
      condition,
      ...toFirstCall(firstCall),
    }));
}
