import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { insertParcel, nextParcelNumber, type NewParcel } from './parcel.server.ts';

/** What a visitor may add to an enquiry in all: far more than a case needs, far less than what fills a disk. */
const mostParcels = 20;

/** The contact details, which every kind of enquiry has. */
export interface ContactDetails {
  name: string;
  phone: string;
  email: string;
}

/**
 * `added` with the parcel that brings it to the desk; `known` where it was there already, as after a double tap;
 * `full` where no more is taken; `gone` where the enquiry has been erased.
 */
export type Addition = { outcome: 'added'; parcelId: string } | { outcome: 'known' | 'full' | 'gone' };

/**
 * Adds documents to a stored enquiry, durable when it returns. Files of the same content are not added twice.
 * @param check what the virus check says of them: `waiting` where there is a scanner to ask
 */
export async function addDocuments(
  database: Database,
  enquiryId: string,
  files: StoredFile[],
  desk: string,
  now: number,
  check: CheckState = 'none',
): Promise<Addition> {
  return database.transaction().execute(async (transaction) => {
    if (!(await fieldsOf(transaction, enquiryId))) return { outcome: 'gone' };
    const known = await transaction
      .selectFrom('attachments')
      .select('sha256')
      .where('enquiry_id', '=', enquiryId)
      .execute();
    const attachments = files.filter((file) => !known.some(({ sha256 }) => sha256 === file.sha256));
    if (attachments.length === 0) return { outcome: 'known' };
    return addParcel(transaction, { enquiryId, purpose: 'documents', attachments, desk, check }, now);
  });
}

/** Corrects how the sender of a stored enquiry is reached, durable when it returns. */
export async function correctContactDetails(
  database: Database,
  enquiryId: string,
  { name, phone, email }: ContactDetails,
  desk: string,
  now: number,
): Promise<Addition> {
  return database.transaction().execute(async (transaction) => {
    const before = await fieldsOf(transaction, enquiryId);
    if (!before) return { outcome: 'gone' };
    if (before.name === name && before.phone === phone && before.email === email) return { outcome: 'known' };
    const added = await addParcel(transaction, { enquiryId, purpose: 'correction', attachments: [], desk }, now);
    if (added.outcome === 'added') {
      // What is on its way was asked for with the old details, and says so at every attempt.
      await transaction
        .updateTable('parcels')
        .set({ fields: JSON.stringify(before) })
        .where('enquiry_id', '=', enquiryId)
        .where('id', '!=', added.parcelId)
        .where('state', '!=', 'delivered')
        .where('fields', 'is', null)
        .execute();
      await transaction
        .updateTable('enquiries')
        .set({ fields: JSON.stringify({ ...before, name, phone, email }) })
        .where('id', '=', enquiryId)
        .execute();
    }
    return added;
  });
}

/** What was sent; undefined for an enquiry that has been erased. */
async function fieldsOf(transaction: Transaction<Tables>, enquiryId: string): Promise<ContactDetails | undefined> {
  const row = await transaction
    .selectFrom('enquiries')
    .select('fields')
    .where('id', '=', enquiryId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return row && (JSON.parse(row.fields) as ContactDetails);
}

async function addParcel(
  transaction: Transaction<Tables>,
  parcel: Omit<NewParcel, 'number'>,
  now: number,
): Promise<Addition> {
  const number = await nextParcelNumber(transaction, parcel.enquiryId);
  if (number >= mostParcels) return { outcome: 'full' };
  // Whoever sends the same words once more gets a receipt of its own, and not what has been added to this one since.
  await transaction.updateTable('enquiries').set({ content_hash: null }).where('id', '=', parcel.enquiryId).execute();
  return { outcome: 'added', parcelId: await insertParcel(transaction, { ...parcel, number }, now) };
}
