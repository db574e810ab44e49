import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { newId } from '#app/database/secrets.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { inboxDesk } from './desk.server.ts';
import type { EnquiryKind, HeldBack, Parcel, ParcelPurpose } from './enquiry.ts';
import { readEnquiry, type EnquiryRecord } from './read-enquiry.server.ts';

/** The request that brought a parcel tries to deliver it first; the outbox keeps back for this long. */
const firstAttemptGrace = 10_000;

export interface NewParcel {
  enquiryId: string;
  number: number;
  purpose: ParcelPurpose;
  attachments: StoredFile[];
  desk: string;
  /** What the virus check says of its files: `waiting` where there is a scanner to ask. */
  check?: CheckState;
  /** No request is there to try it first, so the outbox does at once. */
  isDue?: boolean;
}

/** Writes a parcel with the files it brings. @returns its id */
export async function insertParcel(transaction: Transaction<Tables>, parcel: NewParcel, now: number): Promise<string> {
  const id = newId();
  // The inbox is this database: what is stored has arrived, and the visitor need not wait for two more commits.
  const hasArrived = parcel.desk === inboxDesk.name;
  for (const [position, file] of parcel.attachments.entries()) {
    await transaction
      .insertInto('attachments')
      .values({
        id: newId(),
        enquiry_id: parcel.enquiryId,
        parcel: parcel.number,
        position,
        name: file.name,
        type: file.type,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.storageKey,
        virus_check: parcel.check,
      })
      .execute();
  }
  await transaction
    .insertInto('parcels')
    .values({
      id,
      enquiry_id: parcel.enquiryId,
      number: parcel.number,
      purpose: parcel.purpose,
      created_at: now,
      desk: parcel.desk,
      state: hasArrived ? 'delivered' : 'waiting',
      attempts: 0,
      next_attempt_at: parcel.isDue ? now : now + firstAttemptGrace,
      leased_until: 0,
      last_error: null,
      delivered_at: hasArrived ? now : null,
      idempotency_key: crypto.randomUUID(),
      fields: null,
    })
    .execute();
  return id;
}

/** The number that an enquiry's next parcel gets. */
export async function nextParcelNumber(transaction: Transaction<Tables>, enquiryId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('parcels')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow();
  return last + 1;
}

/**
 * A parcel with all that a desk needs of it, and with those of its files only that may leave; undefined where it is not
 * there (any more).
 */
export async function readParcel(database: Database, id: string): Promise<Parcel | undefined> {
  const row = await database
    .selectFrom('parcels')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['enquiry_id', 'number', 'purpose', 'parcels.fields', 'reference', 'kind'])
    .where('parcels.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.purpose === 'erasure') {
    return { purpose: 'erasure', reference: row.reference, kind: row.kind as EnquiryKind };
  }
  const record = await readEnquiry(database, { id: row.enquiry_id });
  if (!record) return undefined;
  const { attachments, heldBack } = filesOf(record, row.number);
  const enquiry = { ...record.enquiry, attachments };
  // What was written as fields of this kind is that: the column cannot say so to the compiler.
  if (row.fields !== null) enquiry.fields = JSON.parse(row.fields) as typeof enquiry.fields;
  return { purpose: row.purpose, enquiry, ...(heldBack && { heldBack }) };
}

function filesOf({ enquiry, parcelOf, checks }: EnquiryRecord, number: number) {
  const attachments: StoredFile[] = [];
  const heldBack: HeldBack = { files: [], following: 0 };
  for (const [index, { state, finding, followUp }] of checks.entries()) {
    const file = enquiry.attachments[index];
    if (!file) continue;
    if (parcelOf[index] === number && followUp !== null) heldBack.following += 1;
    // Late, and in no parcel yet: 0 is the enquiry's own number as well.
    if (followUp === 0 || (followUp ?? parcelOf[index]) !== number) continue;
    if (state === 'clean' || state === 'none') attachments.push(file);
    else if (state !== 'waiting') heldBack.files.push({ ...file, verdict: state, finding: finding ?? '' });
  }
  return { attachments, heldBack: heldBack.files.length + heldBack.following > 0 ? heldBack : undefined };
}
