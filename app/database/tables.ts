import type { Generated } from 'kysely';

/**
 * The tables for Kysely. Ids and hashes are text; times are integers (Unix time in ms), those for scheduling in trusted time
 * (`app/clock`); structures are JSON text; booleans are 0 or 1.
 */
export interface Tables {
  drafts: DraftRow;
  draft_files: DraftFileRow;
  enquiries: EnquiryRow;
  attachments: AttachmentRow;
  parcels: ParcelRow;
  receipts: ReceiptRow;
  alarms: AlarmRow;
  notices: NoticeRow;
  notice_deliveries: NoticeDeliveryRow;
  troubles: TroubleRow;
  heartbeats: HeartbeatRow;
  delivery_pause: DeliveryPauseRow;
  seen_time: SeenTimeRow;
  clock_leaps: ClockLeapRow;
}

/** Drafts of forms not submitted yet, kept for 24 hours under a secret token. */
interface DraftRow {
  /** SHA-256 of the token in hexadecimal, so that the database does not give access to drafts. */
  id: string;
  created_at: number;
  expires_at: number;
  /** The type of files it accepts, see `FileLimits`. */
  rules: Generated<'medical' | 'letter'>;
}

interface FileColumns {
  id: string;
  position: number;
  /** The sanitised file name. */
  name: string;
  /** Media type, detected from the first bytes. */
  type: string;
  size: number;
  sha256: string;
  /** Key in the file store. A draft and an enquiry may share a file. */
  storage_key: string;
}

interface DraftFileRow extends FileColumns {
  draft_id: string;
}

interface AttachmentRow extends FileColumns {
  enquiry_id: string;
  /** Number of the outbox message it was sent with, which delivers it unless there is a `follow_up`. */
  parcel: number;
  virus_check: Generated<CheckState>;
  /** The signature's name if infected; the reason if unchecked. */
  virus_finding: Generated<string | null>;
  /** Number of the later message that delivers a late file, 0 until it exists; null for other files. */
  follow_up: Generated<number | null>;
}

/**
 * State of a file's virus check. `none`: not scanned. `waiting`: withheld until the scanner responds. `unchecked`: the
 * scanner gave no verdict.
 */
export type CheckState = 'none' | 'waiting' | 'clean' | 'infected' | 'unchecked';

export interface EnquiryRow {
  id: string;
  /** 8 characters of Crockford base32, unique. */
  reference: string;
  kind: string;
  /** Language of the submitted form; empty once erased. */
  language: string;
  /** JSON object with the normalised fields. */
  fields: string;
  /** SHA-256 over kind, fields and files. */
  content_hash: string | null;
  /** Identifies repeated submissions for a limited time, see `submissionHash`. */
  sending_hash: Generated<string | null>;
  /** Reference of an earlier enquiry with the same content, which somebody else may have sent. */
  alike: Generated<string | null>;
  /** Version of the privacy notice that the visitor saw. */
  privacy_notice: string;
  received_at: number;
  /** How far the clock was behind the trusted time on arrival: `received_at` plus this is the arrival in trusted time. */
  clock_behind: Generated<number>;
  /** 1 if the honeypot was filled in, otherwise 0. */
  may_be_automated: Generated<number>;
  /** When a member of staff took it, which stops the reminders. */
  taken_at: Generated<number | null>;
  /** When fields and files were erased. Only reference, kind and dates remain. */
  erased_at: number | null;
  /** Erased by the visitor, by staff, or after the retention period. */
  erased_because: 'visitor' | 'done' | 'expired' | null;
  /** 1 once its erasure has been written to the file of erasures. */
  erasure_noted: Generated<number>;
}

/** Outbox messages, delivered per enquiry in the order of their numbers. */
export interface ParcelRow {
  id: string;
  enquiry_id: string;
  /** 0 is the enquiry itself; later additions follow. */
  number: number;
  purpose: 'enquiry' | 'documents' | 'correction' | 'erasure';
  created_at: number;
  desk: string;
  state: 'waiting' | 'delivered' | 'refused';
  attempts: number;
  next_attempt_at: number;
  /** End of the lease of the process that is delivering it. */
  leased_until: number;
  last_error: string | null;
  delivered_at: number | null;
  idempotency_key: string;
  /** Its own fields as JSON, if the enquiry has been corrected since: every attempt under one key has the same content. */
  fields: string | null;
  /** JSON list of the recipients that have received it, while others have not; otherwise null. */
  reached: Generated<string | null>;
}

/** An enquiry may have several receipts: every repeated submission gets its own. */
interface ReceiptRow {
  /** SHA-256 of the receipt's token in hexadecimal. */
  token_hash: string;
  enquiry_id: string;
  created_at: number;
}

/** Alarms: requests that have not been taken yet. */
interface AlarmRow {
  enquiry_id: string;
  /** The notice as JSON. */
  notice: string;
  /** Number of announced steps. */
  steps: number;
  /** Time of the next step; null after the last one. */
  next_at: number | null;
}

/** Notices for staff. */
interface NoticeRow {
  /** Its `webhook-id`, and the first half of its `Message-ID`. */
  id: string;
  /** The affected enquiry, if any. */
  enquiry_id: string | null;
  audience: 'everybody' | 'escalation';
  /** JSON object. */
  notice: string;
  created_at: number;
  /** 1 once there is a delivery for each recipient. */
  is_addressed: number;
}

interface NoticeDeliveryRow {
  id: string;
  notice_id: string;
  /** Id of a recipient in the environment, without secrets. */
  recipient: string;
  state: 'waiting' | 'accepted';
  attempts: number;
  /** Until then one process has this row to itself. */
  leased_until: number;
  last_error: string | null;
  accepted_at: number | null;
}

/** Troubles that have been announced and have not ended. */
interface TroubleRow {
  /** `trouble` with its subject. */
  name: string;
  trouble: string;
  /** Reference of the affected request; empty if none. */
  subject: string;
  began_at: number;
}

/** Shows that the database can be written. */
interface HeartbeatRow {
  name: string;
  at: number;
}

/** One row while deliveries are paused, otherwise none. */
interface DeliveryPauseRow {
  /** Always 1. */
  id: number;
  since: number;
  reason: string;
}

/** The last stored trusted time, with the machine's clock at that moment. */
interface SeenTimeRow {
  name: string;
  seen: number;
  clock: number;
}

/** Unconfirmed jumps of the machine's clock, which do not count towards retention. */
interface ClockLeapRow {
  /** In trusted time. */
  seen_at: number;
  milliseconds: number;
}
