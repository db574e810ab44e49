import { z } from 'zod';
import { numberField } from '#app/forms/schemas/number-field.ts';
import { requiredSingleLineField, singleLineField, textField } from '#app/forms/schemas/text-fields.ts';
import { choiceField, choicesField } from '#app/forms/schemas/text-schema.ts';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { parseTypedDate } from '#app/i18n/input/typed-date.ts';
import { nameField, optionalEmailField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import { payers } from '../treatment/treatment-fields.ts';
import { assistance, cabins, travellerBounds } from './flight-booking-fields.ts';

/**
 * Returns the schema of the request to book a flight. Its issue messages are the last segments of the translation keys
 * `form.…`.
 * @param isSample whether the flight is one of the samples
 */
export function flightBookingSchema({ isSample }: { isSample: boolean }) {
  return z
    .object({
      origin: requiredSingleLineField('origin_required'),
      destination: requiredSingleLineField('destination_required'),
      dates: singleLineField(),
      adults: numberField(travellerBounds.adults, 'flight_adults_invalid'),
      children: numberField(travellerBounds.children, 'flight_children_invalid'),
      infants: numberField(travellerBounds.infants, 'flight_infants_invalid'),
      cabin: choiceField(cabins, 'travel_class_invalid').optional(),
      flights: textField('message_too_long'),
      price: singleLineField(),
      price_seen_at: singleLineField(),
      seller: singleLineField(),
      assistance: choicesField(assistance, 'unreadable'),
      condition: textField('condition_too_long'),
      passenger_names: textField('message_too_long'),
      payer: choiceField(payers, 'unreadable').optional(),
      name: nameField,
      phone: phoneField,
      email: optionalEmailField,
    })
    .transform(({ price_seen_at: priceSeenAt, passenger_names: passengerNames, ...input }) => ({
      ...input,
      assistance: input.assistance ?? [],
      passengerNames,
      priceSeenAt: toTimestamp(priceSeenAt),
      departDate: firstDate(input.flights) ?? (input.dates && parseTypedDate(input.dates.split(' – ')[0] ?? '')),
      isSample,
    }));
}

/** A valid, normalised request. `priceSeenAt` is a Unix time in ms; `departDate` is the first date, if it is valid. */
export type FlightBooking = z.output<ReturnType<typeof flightBookingSchema>>;

/** Parses the time in a hidden field. Visitors have no reason to change it, so an invalid value is simply ignored. */
function toTimestamp(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{13}$/.test(text) ? Number(text) : undefined;
}

function firstDate(flights: string | undefined): string | undefined {
  return flights?.match(/\d{4}-\d\d-\d\d/g)?.find(isIsoDate);
}
