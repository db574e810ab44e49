/** The kinds of the two forms that change who gets the link to a receipt, and the checkbox of the first one. */
export const mailKind = 'mail';
export const withdrawKind = 'withdraw';
export const wantsMailField = 'wants_mail';
