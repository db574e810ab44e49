import type { Database } from '#app/database/database.server.ts';
import type { CheckState, ParcelRow } from '#app/database/tables.ts';
import { hashToken } from '#app/ids/secrets.server.ts';
import type { DeliveryState, Enquiry, MessagePurpose } from '../enquiry.ts';
import { inboxName } from './inbox.ts';

/** The delivery of one of an enquiry's outbox messages. */
interface OutboxMessageRecord {
  number: number;
  purpose: MessagePurpose;
  desk: string;
  state: DeliveryState;
  attempts: number;
  lastError: string | null;
  /** Unix time in ms. */
  createdAt: number;
  deliveredAt: number | null;
  /** A desk outside this site may have received it: an attempt was made or is running. */
  mayHaveLeft: boolean;
}

/** The virus check of one of an enquiry's files. */
export interface FileCheck {
  state: CheckState;
  /** The signature's name if infected; the reason if unchecked. */
  finding: string | null;
  /** Number of the later message that delivers a late file, 0 until it exists; null for other files. */
  followUp: number | null;
}

/** An enquiry with its outbox messages and virus checks. */
export interface EnquiryRecord {
  enquiry: Enquiry;
  /** When a member of staff took it (Unix time in ms); undefined if nobody has. */
  takenAt: number | undefined;
  /** For each attachment, the number of the message it was sent with. */
  messageNumbers: number[];
  /** For each attachment, its virus check. */
  checks: FileCheck[];
  /** In order; the first one is the enquiry itself. */
  parcels: [OutboxMessageRecord, ...OutboxMessageRecord[]];
}

export type EnquiryKey = { id: string } | { reference: string } | { receiptToken: string };

/**
 * Reads an enquiry by id, reference (8 characters, see `parseReference`) or receipt token.
 * @returns undefined if there is none, or it has been erased
 */
export async function readEnquiry(database: Database, by: EnquiryKey): Promise<EnquiryRecord | undefined> {
  const row = await enquiryRow(database, by);
  if (row?.erased_at !== null) return undefined;
  const files = await database
    .selectFrom('attachments')
    .selectAll()
    .where('enquiry_id', '=', row.id)
    .orderBy('parcel')
    .orderBy('position')
    .execute();
  const parcels = await database
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
      attachments: files.map(({ name, type, size, sha256, storage_key }) => ({
        name,
        type,
        size,
        sha256,
        storageKey: storage_key,
      })),
      receivedAt: row.received_at,
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
    parcels: parcels.map((parcel): OutboxMessageRecord => ({
      number: parcel.number,
      purpose: parcel.purpose,
      desk: parcel.desk,
      state: parcel.state,
      attempts: parcel.attempts,
      lastError: parcel.last_error,
      createdAt: parcel.created_at,
      deliveredAt: parcel.delivered_at,
      mayHaveLeft: mayHaveLeft(parcel),
    })) as EnquiryRecord['parcels'],
  };
}

/** When an enquiry was erased (Unix time in ms); undefined if it exists or never existed. */
export async function erasedAt(database: Database, by: EnquiryKey): Promise<number | undefined> {
  return (await enquiryRow(database, by))?.erased_at ?? undefined;
}

async function enquiryRow(database: Database, by: EnquiryKey) {
  let query = database.selectFrom('enquiries').selectAll();
  if ('id' in by) query = query.where('id', '=', by.id);
  else if ('reference' in by) query = query.where('reference', '=', by.reference);
  else {
    const receipt = database
      .selectFrom('receipts')
      .select('enquiry_id')
      .where('token_hash', '=', hashToken(by.receiptToken));
    query = query.where('id', '=', receipt);
  }
  return query.executeTakeFirst();
}

/** Whether a desk outside this site may have received a message; even an attempt without a response may have arrived. */
export function mayHaveLeft({ desk, attempts, leased_until }: Pick<ParcelRow, 'desk' | 'attempts' | 'leased_until'>) {
  return desk !== inboxName && (attempts > 0 || leased_until > 0);
}

/** The combined state of several messages: refused before waiting before delivered. */
export function overallState(states: readonly DeliveryState[]): DeliveryState {
  return (['refused', 'waiting'] as const).find((state) => states.includes(state)) ?? 'delivered';
}
