import type { FormLanguage } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { EnquiryFields, EnquiryKind } from './kinds/enquiry-kinds.server.ts';

export type { EnquiryKind };

/** The kind and fields of an enquiry, discriminated by the kind. */
export type SubmittedFields = { [Kind in EnquiryKind]: { kind: Kind; fields: EnquiryFields[Kind] } }[EnquiryKind];

/** A stored enquiry. It is durable and has a reference before its delivery begins. */
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
    /** Version of the privacy notice that the visitor agreed to. */
    privacyNotice: string;
    /** Whether the honeypot was filled in. Such an enquiry is still delivered and read by a person. */
    mayBeAutomated?: boolean;
    /** Reference of an earlier enquiry with the same content, which may be from another sender. */
    duplicateOf?: string;
  };
}[EnquiryKind];

/**
 * An outbox message, which is delivered to the desk as a unit. It contains an enquiry, an addition to one (documents,
 * an answer or corrected contact details), or an erasure, which asks the desk to erase its copy. An addition includes
 * its enquiry, but with only the attachments of this message. Messages are numbered per enquiry; 0 is the enquiry
 * itself.
 */
export type OutboxMessage = {
  number: number;
  /**
   * When the visitor sent it or, for files sent later than their message, when the virus check released them (Unix time
   * in ms).
   */
  createdAt: number;
} & (
  | { purpose: 'enquiry' | 'documents' | 'correction'; enquiry: Enquiry; withheld?: WithheldFiles }
  /** `text`: what the family wrote, with or without files. */
  | { purpose: 'answer'; text: string; enquiry: Enquiry; withheld?: WithheldFiles }
  | { purpose: 'erasure'; enquiryId: string; reference: string; kind: EnquiryKind }
);

/** The files that are withheld from a message. The desk is informed of them. */
export interface WithheldFiles {
  /** Files that the virus check rejected or that are missing. The enquiry's attachments do not include them. */
  files: WithheldFile[];
  /** Number of files that have no verdict yet and will be sent in a later message. */
  pendingCount: number;
}

/** A withheld file and the reason. */
export interface WithheldFile extends StoredFile {
  verdict: 'infected' | 'unchecked' | 'missing';
  /** The signature name, the reason why the file could not be checked, or details of the missing file. */
  finding: string;
}

/** What an outbox message tells the desk. */
export type MessagePurpose = OutboxMessage['purpose'];

/** `waiting`: will be delivered or retried. `refused`: rejected by the desk, so a person must act. */
export type DeliveryState = 'waiting' | 'delivered' | 'refused';
