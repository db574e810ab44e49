import { z } from 'zod';
import { bothThere } from '#app/forms/both-there.ts';
import { requiredDateField } from '#app/forms/date-field.ts';
import { numberField, requiredNumberField } from '#app/forms/number-field.ts';
import { emailField, nameField, phoneField } from '../person-fields.ts';
import { requiredWordsField } from '#app/forms/words-field.ts';
import { childAgeName, childNumbers, mostChildren, mostGuests } from './booking-fields.ts';

export const childCountField = numberField({ min: 0, max: mostChildren }, 'children_invalid');

const ageField = requiredNumberField({ min: 0, max: 17 }, 'child_age_required');

/**
 * The hotel request (spec, sections 3 and 5). Messages are codes: the last part of a key `form.…`.
 * @param children how many children's ages there have to be
 */
export function hotelSchema(children: number) {
  const ages = childNumbers.slice(0, children).map((child) => [childAgeName(child), ageField] as const);
  return z
    .object({
      hotel_location: requiredWordsField('hotel_location_required'),
      hotel_check_in: requiredDateField('check_in_required'),
      hotel_check_out: requiredDateField('check_out_required'),
      hotel_adults: requiredNumberField({ min: 1, max: mostGuests }, 'adults_required'),
      hotel_children: childCountField,
      hotel_contact_name: nameField,
      hotel_contact_phone: phoneField,
      hotel_contact_email: emailField,
    })
    .extend(Object.fromEntries(ages) as Record<ReturnType<typeof childAgeName>, typeof ageField>)
    .refine(({ hotel_check_in, hotel_check_out }) => hotel_check_out > hotel_check_in, {
      path: ['hotel_check_out'],
      error: 'check_out_not_after',
      when: bothThere('hotel_check_in', 'hotel_check_out'),
    })
    .transform((sent): Hotel => ({
      name: sent.hotel_contact_name,
      phone: sent.hotel_contact_phone,
      email: sent.hotel_contact_email,
      location: sent.hotel_location,
      checkIn: sent.hotel_check_in,
      checkOut: sent.hotel_check_out,
      adults: sent.hotel_adults,
      childAges: ages.map(([name]) => sent[name]),
    }));
}

/** A valid hotel request, normalised: days as yyyy-MM-dd, ages in years. */
export interface Hotel {
  name: string;
  phone: string;
  email: string;
  /** City or hospital, or hotel or area. */
  location: string;
  checkIn: string;
  checkOut: string;
  adults: number;
  childAges: number[];
}
