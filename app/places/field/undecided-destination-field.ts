/** The field name of the checkbox that marks a destination as not decided yet. */
export const undecidedDestinationField = 'destination_open';
