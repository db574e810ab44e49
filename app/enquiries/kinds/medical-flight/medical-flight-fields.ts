/** The kinds of medical flight, each described on a page of the same name. */
export const flightKinds = ['air-ambulance', 'incubator', 'ground-ambulance', 'medical-escort'] as const;
export type FlightKind = (typeof flightKinds)[number];

/** Equipment and care that the patient may need on the way. */
export const needs = ['oxygen', 'ventilator', 'intensive_care', 'stretcher', 'incubator'] as const;
export type MedicalNeed = (typeof needs)[number];

/** Bounds in years, cm, kg, cm and persons; the smallest patients are newborns. */
export const patientBounds = {
  age: { min: 0, max: 120 },
  height: { min: 20, max: 250 },
  weight: { min: 0.3, max: 400, decimals: 2 },
  hipWidth: { min: 5, max: 150 },
  companions: { min: 1, max: 9 },
};

/** The form's fields, in the order of the page and the error summary. */
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

export type MedicalFlightForm = Record<(typeof medicalFlightFieldNames)[number], string | undefined>;
