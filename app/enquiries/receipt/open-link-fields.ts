/** The field for the last four digits of the phone number. */
export const digitsField = 'digits';
