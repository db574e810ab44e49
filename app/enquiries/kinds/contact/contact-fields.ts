/** The form's fields, in the order in which the page and the error summary list them. */
export const contactFieldNames = ['name', 'phone', 'email', 'message'] as const;
