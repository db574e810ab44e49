/** The contact details that the fields of every kind of enquiry include. Some kinds do not require all of them. */
export interface ContactDetails {
  name?: string | undefined;
  phone: string;
  email?: string | undefined;
}

/** A contact detail that a kind of enquiry may leave to the family. */
export type OptionalDetail = 'name' | 'email';
