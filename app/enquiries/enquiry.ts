import type { Language } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { Contact } from './contact/contact-schema.ts';
import type { Evacuation } from './evacuation/evacuation-schema.ts';

/** What each kind of enquiry carries, normalised. */
export interface EnquiryFields {
  evacuation: Evacuation;
  contact: Contact;
}

export type EnquiryKind = keyof EnquiryFields;

/** The fields of an enquiry with the kind that says which they are. */
export type SentFields = { [Kind in EnquiryKind]: { kind: Kind; fields: EnquiryFields[Kind] } }[EnquiryKind];

/** An enquiry as it is stored: durable, with a reference, before any desk has heard of it. */
export type Enquiry = {
  [Kind in EnquiryKind]: {
    id: string;
    reference: string;
    kind: Kind;
    /** The language of the page it was sent from. */
    language: Language;
    fields: EnquiryFields[Kind];
    attachments: StoredFile[];
    /** Milliseconds since 1970, UTC. */
    receivedAt: number;
  };
}[EnquiryKind];

/** `waiting`: being handed over, again and again. `refused`: the desk said no, a person has to look. */
export type DeliveryState = 'waiting' | 'delivered' | 'refused';
