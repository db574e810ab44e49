import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { SentFields } from '../enquiry.ts';
import { lockEnquiry } from './lock-enquiry.server.ts';
import { insertOutboxMessage, type NewOutboxMessage, nextMessageNumber } from './outbox-message.server.ts';
import { requestNotice } from './request-notice.ts';

/** Maximum number of outbox messages per enquiry: far more than a case needs, too few to fill a disk. */
const maxMessages = 20;

/** The contact details, which every kind of enquiry has. */
export interface ContactDetails {
  name: string;
  phone: string;
  email: string;
}

/**
 * `added` with the outbox message that delivers it; `known` if it was there already, as after a double tap; `full` if the
 * enquiry has reached the maximum number of messages; `gone` if the enquiry has been erased.
 */
export type Addition = { outcome: 'added'; messageId: string } | { outcome: 'known' | 'full' | 'gone' };

/**
 * Adds documents to a stored enquiry; durable when it returns. Files with known content are not added again.
 * @param check initial state of their virus check: `waiting` if there is a scanner
 * @param ahead how far the trusted time is ahead of `now` (ms)
 */
export async function addDocuments(
  database: Database,
  enquiryId: string,
  files: StoredFile[],
  desk: string,
  now: number,
  check: CheckState = 'none',
  ahead = 0,
): Promise<Addition> {
  return database.transaction().execute(async (transaction) => {
    const request = await lockRequest(transaction, enquiryId);
    if (!request) return { outcome: 'gone' };
    const known = await transaction
      .selectFrom('attachments')
      .select('sha256')
      .where('enquiry_id', '=', enquiryId)
      .execute();
    const attachments = files.filter((file) => !known.some(({ sha256 }) => sha256 === file.sha256));
    if (attachments.length === 0) return { outcome: 'known' };
    const added = await addMessage(
      transaction,
      { enquiryId, purpose: 'documents', attachments, desk, check, ahead },
      now,
    );
    if (added.outcome === 'added') {
      const notice = requestNotice('request.documents', request, request.receivedAt, now);
      await announce(transaction, { notice, audience: 'everybody', enquiryId }, now);
    }
    return added;
  });
}

/** Corrects the contact details of a stored enquiry; durable when it returns. Parameters as in {@link addDocuments}. */
export async function correctContactDetails(
  database: Database,
  enquiryId: string,
  { name, phone, email }: ContactDetails,
  desk: string,
  now: number,
  ahead = 0,
): Promise<Addition> {
  return database.transaction().execute(async (transaction) => {
    const before = (await lockRequest(transaction, enquiryId))?.fields;
    if (!before) return { outcome: 'gone' };
    if (before.name === name && before.phone === phone && before.email === email) return { outcome: 'known' };
    const added = await addMessage(
      transaction,
      { enquiryId, purpose: 'correction', attachments: [], desk, ahead },
      now,
    );
    if (added.outcome === 'added') {
      // Pending messages keep the old details, so that every attempt has the same content.
      await transaction
        .updateTable('parcels')
        .set({ fields: JSON.stringify(before) })
        .where('enquiry_id', '=', enquiryId)
        .where('id', '!=', added.messageId)
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

/** Locks an enquiry and reads its fields; undefined if it has been erased. */
async function lockRequest(transaction: Transaction<Tables>, enquiryId: string) {
  const row = await lockEnquiry(transaction, enquiryId);
  if (!row) return undefined;
  // The stored fields match the kind, which the column types cannot express.
  const sent = { kind: row.kind, fields: JSON.parse(row.fields) as unknown } as SentFields;
  return { ...sent, reference: row.reference, language: row.language, receivedAt: row.received_at };
}

async function addMessage(
  transaction: Transaction<Tables>,
  parcel: Omit<NewOutboxMessage, 'number'>,
  now: number,
): Promise<Addition> {
  const number = await nextMessageNumber(transaction, parcel.enquiryId);
  if (number >= maxMessages) return { outcome: 'full' };
  // A repeated submission with the same form key must not lead to an enquiry that has been changed since.
  await transaction.updateTable('enquiries').set({ sending_hash: null }).where('id', '=', parcel.enquiryId).execute();
  return { outcome: 'added', messageId: await insertOutboxMessage(transaction, { ...parcel, number }, now) };
}
