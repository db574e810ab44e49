import type { Database } from '#app/database/database.server.ts';
import type { CheckState, ParcelRow } from '#app/database/tables.ts';
import { hashToken } from '#app/ids/secrets.server.ts';
import { numberEqualNames } from '#app/uploads/file-name.ts';
import type { DeliveryState, Enquiry, MessagePurpose } from '../enquiry.ts';
import { inboxName } from './inbox.ts';

/** An outbox message of an enquiry, with the state of its delivery. */
interface OutboxMessageRecord {
  number: number;
  purpose: MessagePurpose;
  /** What the family wrote, for an answer. */
  text: string | null;
  desk: string;
  state: DeliveryState;
  attempts: number;
  lastError: string | null;
  /** Unix time in ms. */
  createdAt: number;
  /** Unix time in ms. */
  deliveredAt: number | null;
  /** Whether a desk outside this site may have received the message: an attempt was made or is in progress. */
  mayHaveLeft: boolean;
}

/** The virus check of a file. */
export interface FileCheck {
  state: CheckState;
  /** The signature name if infected; the reason if unchecked. */
  finding: string | null;
  /** For a late file, the number of the later message that delivers it, or 0 until that exists; null for other files. */
  followUp: number | null;
}

/** An enquiry with its outbox messages and virus checks. */
export interface EnquiryRecord {
  enquiry: Enquiry;
  /** When a member of staff took the enquiry (Unix time in ms); undefined if nobody has. */
  takenAt: number | undefined;
  /** For each attachment, the number of the message in which the visitor sent it. */
  messageNumbers: number[];
  /** For each attachment, its virus check. */
  checks: FileCheck[];
  /** The outbox messages in order. The first one delivers the enquiry itself. */
  outboxMessages: [OutboxMessageRecord, ...OutboxMessageRecord[]];
}

/** Identifies an enquiry. */
export type EnquiryKey = { id: string } | { reference: string } | { receiptToken: string };

/**
 * Reads an enquiry by id, reference (8 characters, see `parseReference`) or receipt token.
 * @param now the time at which a receipt must be valid (Unix time in ms)
 * @returns undefined if the enquiry does not exist or has been erased, or the receipt has expired or was revoked
 */
export async function readEnquiry(
  database: Database,
  key: EnquiryKey,
  now: number = Date.now(),
): Promise<EnquiryRecord | undefined> {
  const row = await readEnquiryRow(database, key, now);
  if (row?.erased_at !== null) return undefined;
  const files = await database
    .selectFrom('attachments')
    .selectAll()
    .where('enquiry_id', '=', row.id)
    .orderBy('parcel')
    .orderBy('position')
    .execute();
  const messages = await database
    .selectFrom('parcels')
    .selectAll()
    .where('enquiry_id', '=', row.id)
    .orderBy('number')
    .execute();
  return {
    // The stored fields match the kind, which the column types cannot express.
    enquiry: {
      id: row.id,
      reference: row.reference,
      kind: row.kind,
      language: row.language,
      fields: JSON.parse(row.fields) as unknown,
      attachments: numberEqualNames(
        files.map(({ name, type, size, sha256, storage_key }) => ({
          name,
          type,
          size,
          sha256,
          storageKey: storage_key,
        })),
      ),
      receivedAt: row.received_at,
      privacyNotice: row.privacy_notice,
      mayBeAutomated: row.may_be_automated === 1,
      duplicateOf: row.alike ?? undefined,
    } as Enquiry,
    takenAt: row.taken_at ?? undefined,
    messageNumbers: files.map(({ parcel }) => parcel),
    checks: files.map(({ virus_check, virus_finding, follow_up }) => ({
      state: virus_check,
      finding: virus_finding,
      followUp: follow_up,
    })),
    outboxMessages: messages.map((message): OutboxMessageRecord => ({
      number: message.number,
      purpose: message.purpose,
      text: message.text,
      desk: message.desk,
      state: message.state,
      attempts: message.attempts,
      lastError: message.last_error,
      createdAt: message.created_at,
      deliveredAt: message.delivered_at,
      mayHaveLeft: mayHaveLeft(message),
    })) as EnquiryRecord['outboxMessages'],
  };
}

/**
 * Returns when an enquiry was erased (Unix time in ms), and whether the erasures file contains that; undefined if it
 * still exists or never existed.
 */
export async function readErasure(
  database: Database,
  key: EnquiryKey,
): Promise<{ at: number; isRecorded: boolean } | undefined> {
  const row = await readEnquiryRow(database, key, Date.now());
  return typeof row?.erased_at === 'number' ? { at: row.erased_at, isRecorded: row.erasure_noted === 1 } : undefined;
}

/** Whether there is a receipt with this token that has expired or was revoked. */
export async function isReceiptClosed(database: Database, receiptToken: string): Promise<boolean> {
  const receipt = await database
    .selectFrom('receipts')
    .select('enquiry_id')
    .where('token_hash', '=', hashToken(receiptToken))
    .executeTakeFirst();
  return receipt !== undefined && !(await readEnquiryRow(database, { receiptToken }, Date.now()));
}

async function readEnquiryRow(database: Database, key: EnquiryKey, now: number) {
  let query = database.selectFrom('enquiries').selectAll();
  if ('id' in key) query = query.where('id', '=', key.id);
  else if ('reference' in key) query = query.where('reference', '=', key.reference);
  else {
    const receipt = database
      .selectFrom('receipts')
      .select('enquiry_id')
      .where('token_hash', '=', hashToken(key.receiptToken))
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('sent_links')
              .select('sent_links.token_hash')
              .whereRef('sent_links.token_hash', '=', 'receipts.sent_link')
              .where('withdrawn_at', 'is not', null),
          ),
        ),
      );
    query = query.where('id', '=', receipt);
  }
  return query.executeTakeFirst();
}

/**
 * Returns whether a desk outside this site may have received a message. A message may have arrived even if there was no
 * response.
 */
export function mayHaveLeft({ desk, attempts, leased_until }: Pick<ParcelRow, 'desk' | 'attempts' | 'leased_until'>) {
  return desk !== inboxName && (attempts > 0 || leased_until > 0);
}

/** Combines the states of several messages: `refused` if any is, otherwise `waiting` if any is, otherwise `delivered`. */
export function overallState(states: readonly DeliveryState[]): DeliveryState {
  return (['refused', 'waiting'] as const).find((state) => states.includes(state)) ?? 'delivered';
}
