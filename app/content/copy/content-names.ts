/** Names that the content uses. Kept apart from the schema so that the browser bundle does not include zod. */

export const treatmentCategories = [
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
export type TreatmentCategory = (typeof treatmentCategories)[number];

export const pictureNames = [
  'about',
  'consultation',
  'evacuation',
  'transport',
  'translation',
  'nursing',
  'booking',
  'incubator',
  'ground-ambulance',
  'medical-escort',
  'jordan',
  'egypt',
  'syria',
  'berlin',
  ...treatmentCategories,
] as const;
export type PictureName = (typeof pictureNames)[number];

export const extraServiceIds = ['incubator', 'ground-ambulance', 'medical-escort'] as const;

/**
 * The specialties whose pages describe the treatment of malignant tumours. These pages are for information only and do
 * not invite requests, because German law forbids advertising such treatment to the public (§ 12 HWG).
 */
export const informationOnlyCategories: readonly TreatmentCategory[] = [
  'oncology',
  'orthopaedic-surgery',
  'neurology',
  'paediatrics',
  'plastic-surgery',
  'dental-surgery',
];
