/**
 * The kinds of medical flight, which are also the pages that describe them; the ground ambulance goes between places
 * rather than airports.
 */
export type FlightKind = 'air-ambulance' | 'incubator' | 'ground-ambulance' | 'medical-escort';

/** What the patient may need on the way. */
export const needs = ['oxygen', 'ventilator', 'stretcher', 'incubator'] as const;

/** Bounds of the numbers; the smallest patients are newborns. */
export const patientBounds = {
  age: { min: 0, max: 120 },
  height: { min: 20, max: 250 },
  weight: { min: 0.3, max: 400, decimals: 2 },
  hipWidth: { min: 5, max: 150 },
  companions: { min: 1, max: 9 },
};

/** The form's fields, in the order in which the page shows them and the error summary lists them. */
export const medicalFlightFieldNames = [
  'origin',
  'destination',
  'date',
  'as_soon_as_possible',
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
