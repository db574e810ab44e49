import { z } from 'zod';
import { airportFields, endsElsewhere } from '#app/airports/airport-fields.ts';
import { bothThere } from '#app/forms/both-there.ts';
import { dateField, requiredDateField } from '#app/forms/date-field.ts';
import { numberField } from '#app/forms/number-field.ts';
import { travelClasses } from '../flight.ts';
import { travellers, type FlightQuery } from '../flight-query.ts';

/** What is searched for, with the defaults of the spec. Messages are codes: the last part of a key `form.…`. */
export const flightQuerySchema = z
  .object({
    ...airportFields,
    depart_date: requiredDateField('depart_date_required'),
    return_date: dateField(),
    adults: numberField(travellers.adults, 'flight_adults_invalid').transform((adults = 1) => adults),
    children: numberField(travellers.children, 'flight_children_invalid').transform((children = 0) => children),
    infants: numberField(travellers.infants, 'flight_infants_invalid').transform((infants = 0) => infants),
    travelClass: z.enum(travelClasses, 'travel_class_invalid').default('Y'),
  })
  .refine(...endsElsewhere())
  .refine(({ depart_date, return_date }) => return_date === undefined || return_date >= depart_date, {
    path: ['return_date'],
    error: 'return_before_depart',
    when: bothThere('depart_date', 'return_date'),
  })
  .refine(({ adults, infants }) => infants <= adults, {
    path: ['infants'],
    error: 'more_infants_than_adults',
    when: ({ value }) => {
      const { adults, infants } = value as Record<string, unknown>;
      return typeof adults === 'number' && typeof infants === 'number';
    },
  })
  .transform((sent): FlightQuery => ({
    origin: sent.origin,
    destination: sent.destination,
    departDate: sent.depart_date,
    ...(sent.return_date === undefined ? {} : { returnDate: sent.return_date }),
    adults: sent.adults,
    children: sent.children,
    infants: sent.infants,
    travelClass: sent.travelClass,
  }));
