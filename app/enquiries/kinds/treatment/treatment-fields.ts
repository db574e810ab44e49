/** What a family may want from a hospital. */
export const wishes = ['treatment_plan', 'second_opinion', 'surgery', 'rehabilitation', 'check-ups'] as const;

/** The medical specialties. Each has a page of the same name. */
export const specialties = [
  'oncology',
  'orthopaedic-surgery',
  'neurology',
  'paediatrics',
  'cardiology',
  'rehabilitation',
  'plastic-surgery',
  'check-ups',
  'dental-surgery',
] as const;
export type Specialty = (typeof specialties)[number];

export const sexes = ['female', 'male'] as const;

/** Who pays for the treatment. */
export const payers = ['self_payer', 'state', 'insurer', 'payer_unknown'] as const;

/** Limits of the numbers: age in years, and number of companions. */
export const bounds = {
  age: { min: 0, max: 120, unit: 'years' },
  companions: { min: 1, max: 9, unit: 'people' },
} as const;

/** The form's fields, in the order in which the page and the error summary list them. */
export const treatmentFieldNames = [
  'wishes',
  'specialty',
  'illness',
  'question',
  'patient_age',
  'patient_sex',
  'name',
  'phone',
  'email',
  'wished_time',
  'payer',
  'companions',
  'interpreter',
] as const;

/** The values of the form's fields. */
export type TreatmentFields = Record<(typeof treatmentFieldNames)[number], string | undefined>;
