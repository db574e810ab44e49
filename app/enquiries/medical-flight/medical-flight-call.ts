import { airportByCode, airportInFull } from '#app/airports/airport.ts';
import type { CallFields } from '../call-fields.ts';
import { pageLanguageOf, type Enquiry } from '../enquiry.ts';

/**
 * The call of the product's API for the long request: that of a medical flight (spec, section 7) with the further
 * answers behind its fields. Without its files.
 */
export function medicalFlightCall(enquiry: Enquiry & { kind: 'medical-flight' }): CallFields {
  const { fields, receivedAt } = enquiry;
  const language = pageLanguageOf(enquiry);
  const inFull = (place: string) => {
    const airport = fields.flight === 'ground-ambulance' ? undefined : airportByCode(place);
    return airport ? airportInFull(airport, language) : place;
  };
  const further = {
    flight: fields.flight,
    wording: enquiry.language,
    asSoonAsPossible: fields.asSoonAsPossible,
    condition: fields.condition,
    relation: fields.relation,
    patientName: fields.patientName,
    patientAge: fields.patientAge,
    heightCm: fields.heightCm,
    weightKg: fields.weightKg,
    hipWidthCm: fields.hipWidthCm,
    diagnosis: fields.diagnosis,
    hospitalNow: fields.hospitalNow,
    receivingHospital: fields.receivingHospital,
    needs: fields.needs.join(','),
    companions: fields.companions,
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
    ...Object.entries(further).map(([name, value]) => [name, String(value ?? '')] as const),
  ];
}
