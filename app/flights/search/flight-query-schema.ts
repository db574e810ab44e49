import { z } from 'zod';
import { crossFieldRule } from '#app/forms/schemas/cross-field-rule.ts';
import { dateField, requiredDateField } from '#app/forms/schemas/date-field.ts';
import { numberField } from '#app/forms/schemas/number-field.ts';
import { choiceField } from '#app/forms/schemas/text-schema.ts';
import { airportFields, differentAirportsRule, type ResolvedEnds } from '#app/places/field/airport-fields.ts';
import { travelClasses } from '../model/flight.ts';
import { type FlightQuery, travellerLimits } from '../model/flight-query.ts';

/**
 * Returns the schema of the search criteria, with the spec's defaults. Messages are codes: the text keys without
 * `form.`.
 * @param ends what the texts of the two places refer to
 */
export function flightQuerySchema(ends: ResolvedEnds) {
  return z
    .object({
      ...airportFields(ends),
      depart_date: requiredDateField('depart_date_required'),
      return_date: dateField(),
      adults: numberField(travellerLimits.adults, 'flight_adults_invalid').transform((adults = 1) => adults),
      children: numberField(travellerLimits.children, 'flight_children_invalid').transform((children = 0) => children),
      infants: numberField(travellerLimits.infants, 'flight_infants_invalid').transform((infants = 0) => infants),
      travelClass: choiceField(travelClasses, 'travel_class_invalid').default('Y'),
    })
    .refine(...differentAirportsRule())
    .refine(
      ({ depart_date, return_date }) => return_date === undefined || return_date >= depart_date,
      crossFieldRule('depart_date', 'return_date', 'return_before_depart'),
    )
    .refine(
      ({ adults, infants }) => infants <= adults,
      crossFieldRule('adults', 'infants', 'more_infants_than_adults', 'number'),
    )
    .transform((input): FlightQuery => ({
      origin: input.origin,
      destination: input.destination,
      departDate: input.depart_date,
      ...(input.return_date === undefined ? {} : { returnDate: input.return_date }),
      adults: input.adults,
      children: input.children,
      infants: input.infants,
      travelClass: input.travelClass,
    }));
}
