import type { Database } from '#app/database/database.server.ts';
import { hashToken } from '#app/database/secrets.server.ts';
import type { CheckState, ParcelRow } from '#app/database/tables.ts';
import { inboxDesk } from './desk.server.ts';
import type { DeliveryState, Enquiry, ParcelPurpose } from './enquiry.ts';

/** What became of one of an enquiry's parcels. */
export interface ParcelRecord {
  number: number;
  purpose: ParcelPurpose;
  desk: string;
  state: DeliveryState;
  attempts: number;
  lastError: string | null;
  /** Milliseconds since 1970, UTC. */
  createdAt: number;
  deliveredAt: number | null;
  /** The desk may have it outside this site: an attempt was made, or is under way. */
  mayBeOutside: boolean;
}

/** What the virus check made of one of an enquiry's files. */
export interface FileCheck {
  state: CheckState;
  /** The signature's name of an infected file; of an unchecked one what kept it from being checked. */
  finding: string | null;
  /** The later parcel that brings the file, where the check took too long; 0 until there is one. */
  followUp: number | null;
}

/** An enquiry with what became of its parcels. */
export interface EnquiryRecord {
  enquiry: Enquiry;
  /** For each attachment, the number of the parcel that it was sent with. */
  parcelOf: number[];
  /** For each attachment, what the virus check says. */
  checks: FileCheck[];
  /** In order; the first one is the enquiry itself. */
  parcels: [ParcelRecord, ...ParcelRecord[]];
}

export type EnquiryKey = { id: string } | { reference: string } | { receiptToken: string };

/**
 * The enquiry with this id, reference (8 characters, see `parseReference`), or receipt token; undefined where there is
 * none, or only what an erasure left.
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
    // What was written as an enquiry of this kind is one: the columns cannot say so to the compiler.
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
    } as Enquiry,
    parcelOf: files.map(({ parcel }) => parcel),
    checks: files.map(({ virus_check, virus_finding, follow_up }) => ({
      state: virus_check,
      finding: virus_finding,
      followUp: follow_up,
    })),
    parcels: parcels.map((parcel): ParcelRecord => ({
      number: parcel.number,
      purpose: parcel.purpose,
      desk: parcel.desk,
      state: parcel.state,
      attempts: parcel.attempts,
      lastError: parcel.last_error,
      createdAt: parcel.created_at,
      deliveredAt: parcel.delivered_at,
      mayBeOutside: mayBeOutside(parcel),
    })) as EnquiryRecord['parcels'],
  };
}

/** When an enquiry was erased, in milliseconds since 1970; undefined for one that is there, or never was. */
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

/** Whether a desk outside this site may have a parcel. An attempt without an answer may have arrived all the same. */
export function mayBeOutside({ desk, attempts, leased_until }: Pick<ParcelRow, 'desk' | 'attempts' | 'leased_until'>) {
  return desk !== inboxDesk.name && (attempts > 0 || leased_until > 0);
}

/** The state of an enquiry as a whole: what a person has to look at first, then what is still on its way. */
export function overallState(states: readonly DeliveryState[]): DeliveryState {
  return (['refused', 'waiting'] as const).find((state) => states.includes(state)) ?? 'delivered';
}
