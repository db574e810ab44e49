import { z } from 'zod';
import { requiredDateField } from '#app/forms/schemas/date-field.ts';
import { numberField, requiredNumberField } from '#app/forms/schemas/number-field.ts';
import { ruleBetween } from '#app/forms/schemas/rule-between.ts';
import { requiredSingleLineField } from '#app/forms/schemas/single-line-field.ts';
import { emailField, nameField, phoneField } from '../../person/person-fields.ts';
import { childAgeName, childNumbers, maxChildren, maxGuests } from '../booking-fields.ts';

export const childCountField = numberField({ min: 0, max: maxChildren }, 'children_invalid');

const ageField = requiredNumberField({ min: 0, max: 17 }, 'child_age_required');

/**
 * Schema of the hotel request (spec, sections 3 and 5). Issues are codes: the last part of a message key `form.…`.
 * @param children number of children whose ages are required
 */
export function hotelSchema(children: number) {
  const ages = childNumbers.slice(0, children).map((child) => [childAgeName(child), ageField] as const);
  return z
    .object({
      hotel_location: requiredSingleLineField('hotel_location_required'),
      hotel_check_in: requiredDateField('check_in_required'),
      hotel_check_out: requiredDateField('check_out_required'),
      hotel_adults: requiredNumberField({ min: 1, max: maxGuests }, 'adults_required'),
      hotel_children: childCountField,
      hotel_contact_name: nameField,
      hotel_contact_phone: phoneField,
      hotel_contact_email: emailField,
    })
    .extend(Object.fromEntries(ages) as Record<ReturnType<typeof childAgeName>, typeof ageField>)
    .refine(
      ({ hotel_check_in, hotel_check_out }) => hotel_check_out > hotel_check_in,
      ruleBetween('hotel_check_in', 'hotel_check_out', 'check_out_not_after'),
    )
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

/** A valid hotel request, normalised: dates as yyyy-MM-dd, ages in years. */
export interface Hotel {
  name: string;
  phone: string;
  email: string;
  /** A city, hospital, hotel or area, as typed. */
  location: string;
  checkIn: string;
  checkOut: string;
  adults: number;
  childAges: number[];
}
