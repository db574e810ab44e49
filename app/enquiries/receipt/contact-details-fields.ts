/** The fields of the correction form, in the order in which the page shows them and the error summary lists them. */
export const contactDetailNames = ['name', 'phone', 'email'] as const;
