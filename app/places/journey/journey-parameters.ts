/** The fields that the address of a form's page may fill in. */
export const journeyParameters = ['origin', 'destination', 'date'] as const;
