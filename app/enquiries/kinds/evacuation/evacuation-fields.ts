/** The form's fields, in the order of the page and the error summary. */
export const evacuationFieldNames = [
  'origin',
  'destination',
  'destination_open',
  'as_soon_as_possible',
  'date',
  'name',
  'phone',
  'email',
  'condition',
] as const;

export type EvacuationFields = Record<(typeof evacuationFieldNames)[number], string | undefined>;
