import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { SubmittedFields } from '../enquiry.ts';
import { lockEnquiry } from './lock-enquiry.server.ts';
import { insertOutboxMessage, type NewOutboxMessage, nextMessageNumber } from './outbox-message.server.ts';
import { requestNotice } from './request-notice.ts';

/** Maximum number of outbox messages per enquiry: far more than a case needs, but too few to fill the disk. */
const maxMessages = 20;

/** The contact details that every kind of enquiry has. */
export interface ContactDetails {
  name: string;
  phone: string;
  email: string;
}

/**
 * The result of adding something to an enquiry: `added` with the id of the outbox message; `unchanged` if nothing is new, as
 * after a double tap; `full` if the enquiry has the maximum number of messages; `gone` if the enquiry has been erased.
 */
export type AdditionResult = { outcome: 'added'; messageId: string } | { outcome: 'unchanged' | 'full' | 'gone' };

/**
 * Adds documents to a stored enquiry. They are durable when this returns. Ignores files that the enquiry already has.
 * @param now time of the system clock (Unix time in ms)
 * @param check initial state of the files' virus check: `waiting` if there is a scanner
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 */
export async function addDocuments(
  database: Database,
  enquiryId: string,
  files: StoredFile[],
  desk: string,
  now: number,
  check: CheckState = 'none',
  clockOffset = 0,
): Promise<AdditionResult> {
  return database.transaction().execute(async (transaction) => {
    const current = await lockContent(transaction, enquiryId);
    if (!current) return { outcome: 'gone' };
    const existingFiles = await transaction
      .selectFrom('attachments')
      .select('sha256')
      .where('enquiry_id', '=', enquiryId)
      .execute();
    const attachments = files.filter((file) => !existingFiles.some(({ sha256 }) => sha256 === file.sha256));
    if (attachments.length === 0) return { outcome: 'unchanged' };
    const added = await addMessage(
      transaction,
      { enquiryId, purpose: 'documents', attachments, desk, check, clockOffset },
      now,
    );
    if (added.outcome === 'added') {
      const notice = requestNotice('request.documents', current, current.receivedAt, now);
      await announce(transaction, { notice, audience: 'everybody', enquiryId }, now);
    }
    return added;
  });
}

/** Corrects the contact details of a stored enquiry durably. Takes the same parameters as {@link addDocuments}. */
export async function correctContactDetails(
  database: Database,
  enquiryId: string,
  { name, phone, email }: ContactDetails,
  desk: string,
  now: number,
  clockOffset = 0,
): Promise<AdditionResult> {
  return database.transaction().execute(async (transaction) => {
    const current = (await lockContent(transaction, enquiryId))?.fields;
    if (!current) return { outcome: 'gone' };
    if (current.name === name && current.phone === phone && current.email === email) return { outcome: 'unchanged' };
    const added = await addMessage(
      transaction,
      { enquiryId, purpose: 'correction', attachments: [], desk, clockOffset },
      now,
    );
    if (added.outcome === 'added') {
      // Undelivered messages keep the old details, so that every attempt sends the same content.
      await transaction
        .updateTable('parcels')
        .set({ fields: JSON.stringify(current) })
        .where('enquiry_id', '=', enquiryId)
        .where('id', '!=', added.messageId)
        .where('state', '!=', 'delivered')
        .where('fields', 'is', null)
        .execute();
      await transaction
        .updateTable('enquiries')
        .set({ fields: JSON.stringify({ ...current, name, phone, email }) })
        .where('id', '=', enquiryId)
        .execute();
    }
    return added;
  });
}

/** Locks an enquiry and reads its content; undefined if it has been erased. */
async function lockContent(transaction: Transaction<Tables>, enquiryId: string) {
  const row = await lockEnquiry(transaction, enquiryId);
  if (!row) return undefined;
  // The stored fields match the kind, which the column types cannot express.
  const submitted = { kind: row.kind, fields: JSON.parse(row.fields) as unknown } as SubmittedFields;
  return { ...submitted, reference: row.reference, language: row.language, receivedAt: row.received_at };
}

async function addMessage(
  transaction: Transaction<Tables>,
  message: Omit<NewOutboxMessage, 'number'>,
  now: number,
): Promise<AdditionResult> {
  const number = await nextMessageNumber(transaction, message.enquiryId);
  if (number >= maxMessages) return { outcome: 'full' };
  // A repeated submission with the same form key must not find an enquiry that has changed in the meantime.
  await transaction.updateTable('enquiries').set({ sending_hash: null }).where('id', '=', message.enquiryId).execute();
  return { outcome: 'added', messageId: await insertOutboxMessage(transaction, { ...message, number }, now) };
}
