import type { Generated } from 'kysely';

/**
 * The tables, as Kysely sees them. Both engines must agree on the values: ids and hashes are text,
 * moments are integer milliseconds since 1970 (UTC), structures are JSON as text, no booleans.
 */
export interface Tables {
  drafts: DraftRow;
  draft_files: DraftFileRow;
  enquiries: EnquiryRow;
  attachments: AttachmentRow;
  parcels: ParcelRow;
  receipts: ReceiptRow;
}

/** Files of a form that has not been sent yet, kept for 24 hours under a secret token. */
interface DraftRow {
  /** SHA-256 of the token, in hex: whoever reads the database cannot open the draft. */
  id: string;
  created_at: number;
  expires_at: number;
  /** Which files it takes: the name of a form's limits. Its files are judged by these alone. */
  rules: Generated<'medical' | 'letter'>;
}

interface FileColumns {
  id: string;
  position: number;
  /** As the visitor's device called it, without a path. */
  name: string;
  /** Media type, decided by the first bytes. */
  type: string;
  size: number;
  sha256: string;
  /** Names the bytes in the file store. A draft and an enquiry may share them. */
  storage_key: string;
}

interface DraftFileRow extends FileColumns {
  draft_id: string;
}

interface AttachmentRow extends FileColumns {
  enquiry_id: string;
  /** The number of the parcel that it was sent with, and that brings it to the desk unless there is a `follow_up`. */
  parcel: number;
  virus_check: Generated<CheckState>;
  /** The signature's name of an infected file; of an unchecked one what kept it from being checked. */
  virus_finding: Generated<string | null>;
  /** The number of the later parcel that brings it, where the check took too long; 0 until there is one. */
  follow_up: Generated<number | null>;
}

/**
 * What the virus check made of a file. `none`: no scanner has been asked. `waiting`: it may not leave before the scanner
 * has answered. `unchecked`: the scanner cannot judge it.
 */
export type CheckState = 'none' | 'waiting' | 'clean' | 'infected' | 'unchecked';

export interface EnquiryRow {
  id: string;
  /** 8 characters of Crockford base32, unique. */
  reference: string;
  kind: string;
  /** The language of the form it was sent with; empty once it has been erased. */
  language: string;
  /** JSON object: what the visitor typed, normalised. */
  fields: string;
  /** SHA-256 over kind, fields and files. Cleared when the same content arrives more than a day later. */
  content_hash: string | null;
  /** Which wording of the privacy notice stood beside the button. */
  privacy_notice: string;
  received_at: number;
  /** 1 where a field was filled in that people do not see, else 0. */
  may_be_automated: Generated<number>;
  /** When text and files were erased. Reference, kind and dates remain; everything else is empty then. */
  erased_at: number | null;
  /** The visitor asked for it, somebody of the company said it is done with, or its time was up. */
  erased_because: 'visitor' | 'done' | 'expired' | null;
}

/** What goes to the desk in one piece; an enquiry's parcels go in the order of their numbers. */
export interface ParcelRow {
  id: string;
  enquiry_id: string;
  /** 0 is the enquiry itself, then what came later. */
  number: number;
  purpose: 'enquiry' | 'documents' | 'correction' | 'erasure';
  created_at: number;
  desk: string;
  state: 'waiting' | 'delivered' | 'refused';
  attempts: number;
  next_attempt_at: number;
  /** Until then one process has this row to itself. */
  leased_until: number;
  last_error: string | null;
  delivered_at: number | null;
  idempotency_key: string;
  /** What it says, as JSON, where the enquiry has been corrected since; every attempt under one key says the same. */
  fields: string | null;
}

/** An enquiry may have several receipt addresses: every sending of the same content gets one of its own. */
interface ReceiptRow {
  /** SHA-256 of the address's token, in hex. */
  token_hash: string;
  enquiry_id: string;
  created_at: number;
}
