/** The fields of the correction form, in the order of the page and the error summary. */
export const contactDetailNames = ['name', 'phone', 'email'] as const;
