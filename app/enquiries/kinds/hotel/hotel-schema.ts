import { z } from 'zod';
import { crossFieldRule } from '#app/forms/schemas/cross-field-rule.ts';
import { requiredDateField } from '#app/forms/schemas/date-field.ts';
import { numberField, requiredNumberField } from '#app/forms/schemas/number-field.ts';
import { requiredSingleLineField } from '#app/forms/schemas/text-fields.ts';
import { emailField, nameField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import { childAgeFieldName, childNumbers, maxChildren, maxGuests } from '../booking-fields.ts';

/** Schema of the number of children, which determines the ages that {@link hotelSchema} requires. */
export const childCountField = numberField({ min: 0, max: maxChildren }, 'children_invalid');

const ageField = requiredNumberField({ min: 0, max: 17 }, 'child_age_required');

/**
 * Returns the schema of the hotel request (spec, sections 3 and 5). Its issue messages are the last segments of the
 * translation keys `form.…`.
 * @param childCount number of children, whose ages are required
 */
export function hotelSchema(childCount: number) {
  const ages = childNumbers.slice(0, childCount).map((child) => [childAgeFieldName(child), ageField] as const);
  return z
    .object({
      hotel_location: requiredSingleLineField('hotel_location_required'),
      hotel_check_in: requiredDateField('check_in_required'),
      hotel_check_out: requiredDateField('check_out_required'),
      hotel_adults: requiredNumberField({ min: 1, max: maxGuests, unit: 'people' }, 'adults_required'),
      hotel_children: childCountField,
      hotel_contact_name: nameField,
      hotel_contact_phone: phoneField,
      hotel_contact_email: emailField,
    })
    .extend(Object.fromEntries(ages) as Record<ReturnType<typeof childAgeFieldName>, typeof ageField>)
    .refine(
      ({ hotel_check_in, hotel_check_out }) => hotel_check_out > hotel_check_in,
      crossFieldRule('hotel_check_in', 'hotel_check_out', 'check_out_not_after'),
    )
    .transform((input): Hotel => ({
      name: input.hotel_contact_name,
      phone: input.hotel_contact_phone,
      email: input.hotel_contact_email,
      location: input.hotel_location,
      checkIn: input.hotel_check_in,
      checkOut: input.hotel_check_out,
      adults: input.hotel_adults,
      childAges: ages.map(([name]) => input[name]),
    }));
}

/** A valid, normalised hotel request, with dates as yyyy-MM-dd and ages in years. */
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
