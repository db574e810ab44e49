import { reachFieldNames } from '../../first-call/first-call-fields.ts';

/** The form's fields, in the order in which the page and the error summary list them. */
export const evacuationFieldNames = [
  'origin',
  'destination',
  'destination_open',
  'as_soon_as_possible',
  'date',
  'name',
  'phone',
  'email',
  ...reachFieldNames,
  'condition',
  'urgency',
] as const;

/** The values of the form's fields. */
export type EvacuationFields = Record<(typeof evacuationFieldNames)[number], string | undefined>;
