import type { FormLanguage } from '#app/i18n/languages.ts';
import type { ApiFields } from '../enquiry-kind.ts';
import { flightApiFields } from '../flight-api-fields.ts';
import type { MedicalFlight } from './medical-flight-schema.ts';

/** Returns the fields of the API call for the detailed request: those of any medical flight, then additional ones. */
export function medicalFlightApiFields(fields: MedicalFlight, language: FormLanguage): ApiFields {
  const additionalFields = {
    flight: fields.flight,
    wording: language,
    relation: fields.relation,
    patientName: fields.patientName,
    patientAge: fields.patientAge,
    heightCm: fields.heightCm,
    weightKg: fields.weightKg,
    hipWidthCm: fields.hipWidthCm,
    newbornAgeDays: fields.newbornAgeDays,
    gestation: fields.gestation,
    birthWeightG: fields.birthWeightG,
    ventilated: fields.ventilated,
    diagnosis: fields.diagnosis,
    hospitalNow: fields.hospitalNow,
    receivingHospital: fields.receivingHospital,
    needs: fields.needs.join(','),
    companions: fields.companions,
  };
  return [
    ...flightApiFields(fields, language),
    ...Object.entries(additionalFields).map(([name, value]) => [name, String(value ?? '')] as const),
  ];
}
