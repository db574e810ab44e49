import type { CallFields } from '../call-fields.ts';
import type { Enquiry } from '../enquiry.ts';
import { flightCall } from '../flight-call.ts';

/**
 * The call of the product's API for the long request: that of every medical flight with the further answers behind its
 * fields.
 */
export function medicalFlightCall(enquiry: Enquiry & { kind: 'medical-flight' }): CallFields {
  const { fields } = enquiry;
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
    ...flightCall(enquiry),
    ...Object.entries(further).map(([name, value]) => [name, String(value ?? '')] as const),
  ];
}
