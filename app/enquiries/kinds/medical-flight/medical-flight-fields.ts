/** The types of medical transport. Each has a page of the same name. */
export const transportTypes = ['air-ambulance', 'incubator', 'ground-ambulance', 'medical-escort'] as const;
export type TransportType = (typeof transportTypes)[number];

/** Equipment and care that the patient may need during transport. */
export const needs = ['oxygen', 'ventilator', 'intensive_care', 'stretcher', 'incubator'] as const;
export type MedicalNeed = (typeof needs)[number];

/** Limits of the numbers: years, cm, kg, cm and persons. The smallest patients are newborns. */
export const patientBounds = {
  age: { min: 0, max: 120 },
  height: { min: 20, max: 250 },
  weight: { min: 0.3, max: 400, decimals: 2 },
  hipWidth: { min: 5, max: 150 },
  companions: { min: 1, max: 9 },
};

/** The form's fields, in the order in which the page and the error summary list them. */
export const medicalFlightFieldNames = [
  'origin',
  'destination',
  'destination_open',
  'as_soon_as_possible',
  'date',
  'condition',
  'name',
  'phone',
  'email',
  'relation',
  'patient_name',
  'patient_age',
  'patient_height',
  'patient_weight',
  'patient_hip_width',
  'diagnosis',
  'hospital_now',
  'receiving_hospital',
  'needs',
  'with_companion',
  'companions',
] as const;

/** The values of the form's fields. */
export type MedicalFlightFields = Record<(typeof medicalFlightFieldNames)[number], string | undefined>;
