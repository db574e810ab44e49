import type { FormLanguage } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { EnquiryFields, EnquiryKind } from './kinds/enquiry-kinds.server.ts';

export type { EnquiryKind };

/** The fields of an enquiry, discriminated by its kind. */
export type SubmittedFields = { [Kind in EnquiryKind]: { kind: Kind; fields: EnquiryFields[Kind] } }[EnquiryKind];

/** A stored enquiry. It is durable and has a reference before it is delivered to any desk. */
export type Enquiry = {
  [Kind in EnquiryKind]: {
    id: string;
    reference: string;
    kind: Kind;
    /** The language of the submitted form. */
    language: FormLanguage;
    fields: EnquiryFields[Kind];
    attachments: StoredFile[];
    /** Unix time in ms. */
    receivedAt: number;
    /** The honeypot was filled in. The enquiry is still delivered and read by a person. */
    mayBeAutomated?: boolean;
    /** Reference of an earlier enquiry with the same content, which somebody else may have sent. */
    duplicateOf?: string;
  };
}[EnquiryKind];

/**
 * An outbox message, delivered to the desk as a unit: an enquiry; documents added or contact details corrected later, with
 * their enquiry (whose attachments are then those of the message only); or an erasure, so that the desk erases its copy.
 * Numbered per enquiry: the enquiry itself is 0.
 */
export type OutboxMessage = { number: number } & (
  | { purpose: 'enquiry' | 'documents' | 'correction'; enquiry: Enquiry; withheld?: WithheldFiles }
  | { purpose: 'erasure'; enquiryId: string; reference: string; kind: EnquiryKind }
);

/** Files withheld from a message, of which the desk is informed. Undefined if none are. */
export interface WithheldFiles {
  /** Files rejected by the virus check, or lost; not included in the enquiry's attachments. */
  files: WithheldFile[];
  /** Number of files without a verdict yet, which follow in a later message. */
  following: number;
}

/** A withheld file and why. */
export interface WithheldFile extends StoredFile {
  verdict: 'infected' | 'unchecked' | 'missing';
  /** The signature's name, why the file could not be checked, or what remains of it. */
  finding: string;
}

export type MessagePurpose = OutboxMessage['purpose'];

/** `waiting`: to be delivered or retried. `refused`: rejected by the desk, a person has to look. */
export type DeliveryState = 'waiting' | 'delivered' | 'refused';
