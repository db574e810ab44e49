import { airportByCode, airportInFull } from '#app/airports/airport.ts';
import type { CallFields } from '../call-fields.ts';
import { pageLanguageOf, type Enquiry } from '../enquiry.ts';

/**
 * The call of the product's API for a medical flight request (spec, section 7), without its files.
 * Who wants to fly as soon as possible is sent as wanting to fly on the day of the request.
 */
export function evacuationCall(enquiry: Enquiry & { kind: 'evacuation' }): CallFields {
  const { fields, receivedAt } = enquiry;
  const language = pageLanguageOf(enquiry);
  const inFull = (code: string) => {
    const airport = airportByCode(code);
    return airport ? airportInFull(airport, language) : code;
  };
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['message', 'medical Evacuation request'],
    ['origin', fields.origin],
    ['originFull', inFull(fields.origin)],
    ['destination', fields.destination],
    ['destinationFull', inFull(fields.destination)],
    ['date', fields.date ?? new Date(receivedAt).toISOString().slice(0, 10)],
    ['language', language],
  ];
}
