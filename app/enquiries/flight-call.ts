import { airportByCode, airportInFull } from '#app/airports/airport.ts';
import type { CallFields } from './call-fields.ts';
import { pageLanguageOf, type Enquiry } from './enquiry.ts';

/**
 * What the product's API is told of every medical flight (spec, section 7), without its files. Who names no day is sent
 * as wanting to fly on the day of the request. A place that is no airport of ours goes by its own name.
 */
export function flightCall(enquiry: Enquiry & { kind: 'evacuation' | 'medical-flight' }): CallFields {
  const { fields, receivedAt } = enquiry;
  const language = pageLanguageOf(enquiry);
  const inFull = (place: string) => {
    const airport = airportByCode(place);
    return airport ? airportInFull(airport, language) : place;
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
