/** The contact details that the fields of every kind of enquiry include. Some kinds do not require all of them. */
export interface ContactDetails {
  name?: string | undefined;
  phone: string;
  /** The phone number as the family typed it, if it differs from `phone` by more than white space. */
  phoneTyped?: string | undefined;
  email?: string | undefined;
}

/** A contact detail that is optional in some kinds of enquiry. */
export type OptionalDetail = 'name' | 'email';
