/** The fields of the correction form, in the order in which the page and the error summary list them. */
export const contactDetailNames = ['name', 'phone', 'email'] as const;
