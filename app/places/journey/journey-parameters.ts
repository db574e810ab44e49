/** The fields that a page's URL can prefill. */
export const journeyParameters = ['origin', 'destination', 'date'] as const;
