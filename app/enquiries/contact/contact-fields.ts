/** The form's fields, in the order in which the page shows them and the error summary lists them. */
export const contactFieldNames = ['name', 'phone', 'email', 'message'] as const;
