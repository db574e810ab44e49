import type { Generated } from 'kysely';

/**
 * The tables, for Kysely. Ids and hashes are text; structures are JSON text; booleans are 0 or 1. Times are integers
 * (Unix time in ms); those used for scheduling are in trusted time (`app/clock`).
 */
export interface Tables {
  drafts: DraftRow;
  draft_files: DraftFileRow;
  unfinished_uploads: UnfinishedUploadRow;
  upload_pieces: UploadPieceRow;
  enquiries: EnquiryRow;
  enquiry_events: EnquiryEventRow;
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
  company_versions: CompanyVersionRow;
  company_pictures: CompanyPictureRow;
  desk_people: DeskPersonRow;
  desk_links: DeskLinkRow;
  desk_sessions: DeskSessionRow;
  desk_audit: DeskAuditRow;
  shared_files: SharedFileRow;
  sent_links: SentLinkRow;
  family_mails: FamilyMailRow;
  contact_changes: ContactChangeRow;
}

/** A draft of an unsubmitted form, kept for 24 hours under a secret token. */
interface DraftRow {
  /** SHA-256 of the token in hexadecimal, so that the database does not give access to drafts. */
  id: string;
  created_at: number;
  expires_at: number;
  /** The kind of files that it accepts, see `FileLimits`. */
  rules: Generated<'medical' | 'letter'>;
}

/** An upload that any process can continue; with PostgreSQL only. */
interface UnfinishedUploadRow {
  id: string;
  draft_id: string;
  /** The sanitised file name. */
  name: string;
  rules: string;
  /** The size of the complete file in bytes. */
  size: number;
  /** The number of bytes in its pieces. */
  received: number;
  created_at: number;
}

/** A piece of an unfinished upload, in the file store. */
interface UploadPieceRow {
  storage_key: string;
  upload_id: string;
  /** Where it begins in the file (bytes). */
  position: number;
  size: number;
}

/** The columns that draft files and attachments share. */
interface FileColumns {
  id: string;
  position: number;
  /** The sanitised file name. */
  name: string;
  /** Media type, detected from the first bytes. */
  type: string;
  size: number;
  sha256: string;
  /** Key in the file store. A draft and an enquiry may refer to the same file. */
  storage_key: string;
}

interface DraftFileRow extends FileColumns {
  draft_id: string;
}

interface AttachmentRow extends FileColumns {
  enquiry_id: string;
  /** Number of the outbox message that it belongs to, which delivers it unless there is a `follow_up`. */
  parcel: number;
  virus_check: Generated<CheckState>;
  /** The signature's name if infected; the reason if unchecked. */
  virus_finding: Generated<string | null>;
  /** For a late file, the number of the later message that delivers it, 0 until that exists; otherwise null. */
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
  /** The form language; empty once erased. */
  language: string;
  /** JSON object with the normalised fields. */
  fields: string;
  /** SHA-256 of kind, fields and files. */
  content_hash: string | null;
  /** Identifies repeated submissions for a limited time, see `submissionHash`. */
  sending_hash: Generated<string | null>;
  /** Reference of an earlier enquiry with the same content, possibly from another sender. */
  alike: Generated<string | null>;
  /** Version of the privacy notice that the visitor saw. */
  privacy_notice: string;
  received_at: number;
  /**
   * How far the clock was behind trusted time on arrival (ms): `received_at` plus this is the arrival in trusted time.
   */
  clock_behind: Generated<number>;
  /** 1 if the honeypot was filled in, otherwise 0. */
  may_be_automated: Generated<number>;
  /** When a member of staff took the enquiry, which stops the reminders. */
  taken_at: Generated<number | null>;
  /** When the fields and files were erased. Only reference, kind, country and dates remain. */
  erased_at: number | null;
  /** Why it was erased: by the visitor, by staff once done, or after the retention period. */
  erased_because: 'visitor' | 'done' | 'expired' | null;
  /** 1 once its erasure has been written to the erasures file. */
  erasure_noted: Generated<number>;
  /** Where it stands; `new` without events. This and the next four columns follow from its events, see `caseOf`. */
  state: Generated<string>;
  /** The person of the web desk who is handling it. */
  owner: Generated<string | null>;
  /** When it was closed; null while it is not. */
  closed_at: Generated<number | null>;
  /** When to call the family again. */
  call_again_at: Generated<number | null>;
  /** Counts the changes to its events, which tells writers whether they have seen the newest one. */
  case_version: Generated<number>;
  /** The `call_again_at` that was announced last. */
  call_announced: Generated<number | null>;
  /** When somebody restricted its processing (GDPR, article 18), which stops its delivery and its expiry. */
  restricted_at: Generated<number | null>;
  /** 1 if the family wants news by email. */
  wants_mail: Generated<number>;
  /** When leads were told that it is going to expire, in trusted time. */
  expiry_announced_at: Generated<number | null>;
  /** When its closing was recorded, in trusted time; null while it is not closed. `CLOSED_DAYS` counts from here. */
  closing_counts_from: Generated<number | null>;
  /**
   * The country it came from: two letters, or `''` if unknown. Null while it has to be derived from the fields, see
   * `countryOf`.
   */
  country: Generated<string | null>;
}

/** Something that happened to an enquiry after its arrival. */
export interface EnquiryEventRow {
  id: string;
  enquiry_id: string;
  /** When it happened. */
  at: number;
  /** See `eventKinds`. */
  kind: string;
  source: 'api' | 'command-line' | 'family' | 'desk';
  /** Who recorded it, if a person did. */
  person_id: string | null;
  /** JSON object, see `EventDetails`. */
  details: Generated<string | null>;
  undone_at: Generated<number | null>;
}

/** An outbox message. The messages of one enquiry are delivered in the order of their numbers. */
export interface ParcelRow {
  id: string;
  enquiry_id: string;
  /** 0 for the enquiry itself, counting up for later additions. */
  number: number;
  purpose: 'enquiry' | 'documents' | 'correction' | 'answer' | 'erasure';
  created_at: number;
  desk: string;
  state: 'waiting' | 'delivered' | 'refused';
  attempts: number;
  next_attempt_at: number;
  /** When the lease of the process that is delivering it ends, or the time until which it is held; 0 without either. */
  leased_until: number;
  last_error: string | null;
  delivered_at: number | null;
  idempotency_key: string;
  /** JSON of the fields before a later correction: all attempts with one idempotency key have the same content. */
  fields: string | null;
  /** What the family wrote, for an answer. */
  text: Generated<string | null>;
  /** JSON list of the recipients that received it, if others did not; otherwise null. */
  reached: Generated<string | null>;
}

/** A receipt. An enquiry may have several, because every repeated submission gets its own. */
interface ReceiptRow {
  /** SHA-256 of the receipt's token in hexadecimal. */
  token_hash: string;
  enquiry_id: string;
  created_at: number;
  /** For a receipt that a sent link has opened: the link's `token_hash`, and when it stops working. */
  sent_link: Generated<string | null>;
  expires_at: Generated<number | null>;
}

/** The reminders of a request until it is taken. */
interface AlarmRow {
  enquiry_id: string;
  /** The notice as JSON. */
  notice: string;
  /** Number of announced steps. */
  steps: number;
  /** When the next step is due; null after the last one. */
  next_at: number | null;
}

/** A notice for staff, or news for a family. */
interface NoticeRow {
  /** Also its `webhook-id`, and the local part of its `Message-ID`. */
  id: string;
  /** The affected enquiry, if any. */
  enquiry_id: string | null;
  audience: 'everybody' | 'escalation' | 'family';
  /** JSON object. */
  notice: string;
  created_at: number;
  /** 1 once there is a delivery for each recipient. */
  is_addressed: number;
}

/** The delivery of a notice to one recipient. */
interface NoticeDeliveryRow {
  id: string;
  notice_id: string;
  /** The recipient's id, without secrets (see `Recipient`). */
  recipient: string;
  state: 'waiting' | 'accepted';
  attempts: number;
  /** When the lease of the process that is delivering it ends; 0 without a lease. */
  leased_until: number;
  last_error: string | null;
  accepted_at: number | null;
  /** Since when it has been waiting because of a limit (see `ChannelResult`); null if it has not. */
  held_since: Generated<number | null>;
}

/** A problem that has been announced and has not ended. */
interface TroubleRow {
  /** `trouble`, a colon and `subject`. */
  name: string;
  trouble: string;
  /** Formatted reference of the affected request; empty if there is none. */
  subject: string;
  began_at: number;
}

/** A heartbeat, written to prove that the database accepts writes. */
interface HeartbeatRow {
  name: string;
  at: number;
}

/** The pause of deliveries: one row while they are paused, otherwise none. */
interface DeliveryPauseRow {
  /** Always 1. */
  id: number;
  since: number;
  reason: string;
}

/** The last stored trusted time, and the time of the system clock at that moment. */
interface SeenTimeRow {
  name: string;
  seen: number;
  clock: number;
}

/** An unconfirmed jump of the system clock, which does not count towards retention. */
interface ClockLeapRow {
  /** When the jump was noticed, in trusted time. */
  seen_at: number;
  milliseconds: number;
}

/** A saved version of the company facts (`app/company/facts`); the highest version applies. */
interface CompanyVersionRow {
  version: number;
  /** JSON object; null if the values of the environment apply again. */
  facts: string | null;
  saved_at: number;
  /** Who saved it with the command line. */
  saved_by: string | null;
  /** The person of the desk who saved it. */
  person_id: string | null;
}

/** A picture that a version of the company facts shows, or that has been stored for the next. */
interface CompanyPictureRow {
  /** The beginning of its hash and its type, as in its URL. */
  name: string;
  /** Media type, detected from the first bytes. */
  type: string;
  size: number;
  sha256: string;
  /** Key in the file store. */
  storage_key: string;
  /** Unix time (ms). */
  stored_at: number;
}

/** An account of the web desk. */
export interface DeskPersonRow {
  id: string;
  /** In lower case, unique. */
  email: string;
  name: string;
  role: 'lead' | 'coordinator';
  language: string;
  /** See `hashPassword`; null until the person has joined. */
  password: string | null;
  /** The secret of the authenticator app in base32; null until the person has joined. */
  totp_secret: string | null;
  /** The time step of the last accepted code, so that a code works once. */
  totp_step: Generated<number>;
  /** JSON list of the SHA-256 hashes of the unused recovery codes. */
  recovery_codes: Generated<string>;
  created_at: number;
  /** When a lead disabled the account; null while it is active. */
  disabled_at: Generated<number | null>;
}

/** A one-time link with which a person sets a password and an authenticator app. Deleted when it is used or expires. */
interface DeskLinkRow {
  /** SHA-256 of the link's token in hexadecimal. */
  token_hash: string;
  person_id: string;
  expires_at: number;
  /** The app's secret in base32; null for a link of an earlier version that has not been opened. */
  app_secret: Generated<string | null>;
  /** 1 if the link only connects the app again. */
  keeps_password: Generated<number>;
}

interface DeskSessionRow {
  /** SHA-256 of the session's token in hexadecimal. */
  token_hash: string;
  person_id: string;
  created_at: number;
  /** When it was last used. */
  seen_at: number;
  /** When the person last entered a code of the authenticator app. */
  verified_at: number;
  /** How many codes and passwords were entered since then; each counts as wrong until it has been checked. */
  wrong_entries: Generated<number>;
  /** 1 if the person ticked "my own phone", which makes the session last longer. */
  is_own_device: number;
}

/** An entry of the audit log. */
interface DeskAuditRow {
  /** Counts up from 1 without gaps. */
  number: number;
  at: number;
  /** Who did it; null for the command line. */
  person_id: string | null;
  action: string;
  /** The reference of a request or the id of a person, never anything else about a person. */
  subject: string | null;
  /** SHA-256 in hexadecimal of the previous entry's hash and this entry. */
  hash: string;
}

/** A file that the desk sends to a family. */
interface SharedFileRow extends FileColumns {
  enquiry_id: string;
  /** The event with which it was sent. */
  event_id: string;
}

/** A link to a receipt that was sent by email or WhatsApp, and opens only with the last digits of the phone number. */
interface SentLinkRow {
  /** SHA-256 of the link's token in hexadecimal. */
  token_hash: string;
  enquiry_id: string;
  created_at: number;
  expires_at: number;
  /** Attempts with wrong digits. */
  wrong_attempts: Generated<number>;
  /** When it was withdrawn, with the receipts that it has opened. */
  withdrawn_at: Generated<number | null>;
  /** When the desk created a newer link, so that this one no longer opens. The receipts that it has opened remain. */
  replaced_at: Generated<number | null>;
}

/** An email to a family in the last 24 hours, kept to limit the number of emails to one address. */
interface FamilyMailRow {
  /** SHA-256 of the address in hexadecimal. */
  address_hash: string;
  sent_at: number;
  /** The network that asked for it (see `VisitorKey`); null if staff had taken the request. */
  network: Generated<number | null>;
}

/** A changed number or address of the company that one lead is told about. */
interface ContactChangeRow {
  id: string;
  /** The lead. */
  person_id: string;
  /** The person who changed it. */
  changed_by: string;
  at: number;
  /** The name of the fact. */
  fact: string;
  /** Null if there was none. */
  old_value: string | null;
  new_value: string | null;
  /** When the lead confirmed it at the desk. */
  seen_at: number | null;
  /** When a process last began to mail it to the lead (trusted time). */
  mail_tried_at: number | null;
  /** When the mail server accepted the mail. */
  mailed_at: number | null;
}
