/** The form's fields, in the order of the page and the error summary. */
export const contactFieldNames = ['name', 'phone', 'email', 'message'] as const;
