/** The kinds of the forms that change who gets the link to a receipt, and the field of the first one. */
export const mailKind = 'mail';
export const withdrawKind = 'withdraw';
export const wantsMailField = 'wants_mail';
