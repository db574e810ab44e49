import type { Selectable, Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { CheckState, EnquiryRow, Tables } from '#app/database/tables.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { ContactDetails } from '../contact-details/contact-details.ts';
import type { SubmittedFields } from '../enquiry.ts';
import { recordEvent } from '../progress/record-event.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { insertOutboxMessage, type NewOutboxMessage, nextMessageNumber } from '../store/outbox-message.server.ts';
import { requestNotice } from '../store/request-notice.ts';

/** Maximum number of answers, and of other messages, per enquiry: more than a case needs, but too few to fill the disk. */
const maxAnswers = 100;
const maxOtherMessages = 20;

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
export function addDocuments(
  database: Database,
  enquiryId: string,
  files: StoredFile[],
  desk: string,
  now: number,
  check: CheckState = 'none',
  clockOffset = 0,
): Promise<AdditionResult> {
  const message = { enquiryId, purpose: 'documents' as const, desk, check, clockOffset };
  return addFromFamily(database, message, files, 'request.documents', now);
}

/**
 * Adds an answer from the family, with or without files, to a stored enquiry durably. Text that the family has already
 * sent since the company last wrote counts as a double tap and is ignored, unless there are new files. The
 * remaining parameters are the same as in {@link addDocuments}.
 * @param text not empty
 */
export function addAnswer(
  database: Database,
  enquiryId: string,
  { text, files }: { text: string; files: StoredFile[] },
  desk: string,
  now: number,
  check: CheckState = 'none',
  clockOffset = 0,
): Promise<AdditionResult> {
  const message = { enquiryId, purpose: 'answer' as const, text, desk, check, clockOffset };
  return addFromFamily(database, message, files, 'request.answer', now);
}

/** Adds a message with the files that are new, and notifies staff, unless nothing in it is new. */
function addFromFamily(
  database: Database,
  message: Omit<NewOutboxMessage, 'number' | 'attachments'>,
  files: StoredFile[],
  type: 'request.documents' | 'request.answer',
  now: number,
): Promise<AdditionResult> {
  const { enquiryId, text } = message;
  return database.transaction().execute(async (transaction): Promise<AdditionResult> => {
    const current = await lockContent(transaction, enquiryId);
    if (!current) return { outcome: 'gone' };
    const attachments = await withoutKnownFiles(transaction, enquiryId, files);
    const isTextNew = text !== undefined && !(await isRepeated(transaction, enquiryId, text));
    if (attachments.length === 0 && !isTextNew) return { outcome: 'unchanged' };
    const added = await addMessage(transaction, current.row, { ...message, attachments }, now);
    if (added.outcome === 'added') {
      const notice = requestNotice(type, current, current.receivedAt, now);
      await announce(transaction, { notice, audience: 'everybody', enquiryId }, now);
    }
    return added;
  });
}

/**
 * Corrects the contact details of a stored enquiry durably. The remaining parameters are the same as in
 * {@link addDocuments}.
 */
export async function correctContactDetails(
  database: Database,
  enquiryId: string,
  { name, phone, phoneTyped, email }: ContactDetails,
  desk: string,
  now: number,
  clockOffset = 0,
): Promise<AdditionResult> {
  return database.transaction().execute(async (transaction) => {
    const content = await lockContent(transaction, enquiryId);
    if (!content) return { outcome: 'gone' };
    const { fields: current, row } = content;
    if (current.name === name && current.phone === phone && current.email === email) return { outcome: 'unchanged' };
    const message = { enquiryId, purpose: 'correction' as const, attachments: [], desk, clockOffset };
    const added = await addMessage(transaction, row, message, now);
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
        .set({ fields: JSON.stringify({ ...current, name, phone, phoneTyped, email }), country: null })
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
  return { ...submitted, row, reference: row.reference, language: row.language, receivedAt: row.received_at };
}

/** Returns the files that the enquiry does not have yet. */
async function withoutKnownFiles(transaction: Transaction<Tables>, enquiryId: string, files: StoredFile[]) {
  const known = await transaction
    .selectFrom('attachments')
    .select('sha256')
    .where('enquiry_id', '=', enquiryId)
    .execute();
  return files.filter((file) => !known.some(({ sha256 }) => sha256 === file.sha256));
}

/** Whether the family has sent this text since the company last wrote. */
async function isRepeated(transaction: Transaction<Tables>, enquiryId: string, text: string): Promise<boolean> {
  const asked = await transaction
    .selectFrom('enquiry_events')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('enquiry_id', '=', enquiryId)
    .where('kind', 'in', ['asked', 'sent'])
    .executeTakeFirst();
  const repeated = await transaction
    .selectFrom('parcels')
    .select('id')
    .where('enquiry_id', '=', enquiryId)
    .where('purpose', '=', 'answer')
    .where('text', '=', text)
    .where('created_at', '>=', asked?.at ?? 0)
    .executeTakeFirst();
  return repeated !== undefined;
}

/** Adds a message, and the event that makes it the company's turn. */
async function addMessage(
  transaction: Transaction<Tables>,
  enquiry: Selectable<EnquiryRow>,
  message: Omit<NewOutboxMessage, 'number'>,
  now: number,
): Promise<AdditionResult> {
  const isAnswer = message.purpose === 'answer';
  const { count } = await transaction
    .selectFrom('parcels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('enquiry_id', '=', enquiry.id)
    .where('purpose', isAnswer ? '=' : '!=', 'answer')
    .executeTakeFirstOrThrow();
  if (count >= (isAnswer ? maxAnswers : maxOtherMessages)) return { outcome: 'full' };
  const number = await nextMessageNumber(transaction, enquiry.id);
  // A repeated submission with the same form key must not find an enquiry that has changed in the meantime.
  await transaction.updateTable('enquiries').set({ sending_hash: null }).where('id', '=', enquiry.id).execute();
  const messageId = await insertOutboxMessage(transaction, { ...message, number }, now);
  const replied = { kind: 'replied', at: now, source: 'family', details: { message: number } } as const;
  await recordEvent(transaction, enquiry, replied, now);
  return { outcome: 'added', messageId };
}
