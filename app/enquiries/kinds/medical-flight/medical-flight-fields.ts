import { reachFieldNames } from '../../first-call/first-call-fields.ts';

/** The types of medical transport. Each has a page of the same name. */
export const transportTypes = ['air-ambulance', 'incubator', 'ground-ambulance', 'medical-escort'] as const;
export type TransportType = (typeof transportTypes)[number];

/** Equipment and care that the patient may need during transport. */
export const needs = ['oxygen', 'ventilator', 'intensive_care', 'stretcher', 'incubator'] as const;
export type MedicalNeed = (typeof needs)[number];

/** The needs that the incubator form offers: other questions about the newborn cover the rest, or they do not apply. */
const newbornNeeds: readonly MedicalNeed[] = ['oxygen', 'intensive_care'];

/** Returns whether the patient of a transport is a newborn, about whom the form asks other questions. */
export function isForNewborn(transportType: TransportType): boolean {
  return transportType === 'incubator';
}

/** Returns the needs that the form of a transport offers. */
export function needsFor(transportType: TransportType): readonly MedicalNeed[] {
  return isForNewborn(transportType) ? newbornNeeds : needs;
}

/**
 * Limits of the numbers: age in years, height and hip width in cm, weight in kg. The minimums allow for newborns.
 */
export const patientBounds = {
  age: { min: 0, max: 120, unit: 'years' },
  height: { min: 20, max: 250, unit: 'centimetres' },
  weight: { min: 0.3, max: 400, decimals: 2, unit: 'kilograms' },
  hipWidth: { min: 5, max: 150, unit: 'centimetres' },
  companions: { min: 1, max: 9, unit: 'people' },
} as const;

/** Limits of the numbers about a newborn: age in days, gestation in completed weeks, birth weight in grams. */
export const newbornBounds = {
  age: { min: 0, max: 365, unit: 'days' },
  gestation: { min: 20, max: 45 },
  birthWeight: { min: 200, max: 7000, unit: 'grams' },
} as const;

/** The possible answers to whether a newborn is ventilated. */
export const ventilation = ['yes', 'no'] as const;

/** The form's fields, in the order in which the page and the error summary list them. */
export const medicalFlightFieldNames = [
  'origin',
  'destination',
  'destination_open',
  'as_soon_as_possible',
  'date',
  'condition',
  'urgency',
  'name',
  'phone',
  'email',
  ...reachFieldNames,
  'relation',
  'patient_name',
  'patient_age',
  'patient_height',
  'patient_weight',
  'patient_hip_width',
  'newborn_age',
  'newborn_gestation',
  'newborn_birth_weight',
  'newborn_ventilated',
  'diagnosis',
  'hospital_now',
  'receiving_hospital',
  'needs',
  'with_companion',
  'companions',
] as const;

/** The values of the form's fields. */
export type MedicalFlightFields = Record<(typeof medicalFlightFieldNames)[number], string | undefined>;
