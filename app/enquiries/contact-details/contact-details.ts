/** The contact details that the fields of every kind of enquiry include. Some kinds do not require all of them. */
export interface ContactDetails {
  name?: string | undefined;
  phone: string;
  email?: string | undefined;
}

/** A contact detail that is optional in some kinds of enquiry. */
export type OptionalDetail = 'name' | 'email';
