import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import { newId } from '#app/ids/secrets.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { EnquiryKind, MessagePurpose, OutboxMessage, WithheldFiles } from '../enquiry.ts';
import { inboxName } from './inbox.ts';
import { type EnquiryRecord, readEnquiry } from './read-enquiry.server.ts';

/** Delay before the outbox's first attempt (ms). The HTTP request that creates a message attempts delivery first. */
const firstAttemptDelay = 10_000;

/** An outbox message that has not been inserted yet. */
export interface NewOutboxMessage {
  enquiryId: string;
  number: number;
  purpose: MessagePurpose;
  attachments: StoredFile[];
  /** What the family wrote, for an answer. */
  text?: string;
  desk: string;
  /** Initial state of the attachments' virus check: `waiting` if there is a scanner. */
  check?: CheckState;
  /** Makes the message due immediately, for messages that are not created by an HTTP request. */
  isDue?: boolean;
  /** How far trusted time, which schedules attempts, is ahead of the system clock (ms). */
  clockOffset?: number;
}

/** Inserts an outbox message and its attachments. @returns the id of the message */
export async function insertOutboxMessage(
  transaction: Transaction<Tables>,
  message: NewOutboxMessage,
  now: number,
): Promise<string> {
  const id = newId();
  // The inbox is this database, so the message counts as delivered, which saves the visitor two more commits.
  const isDelivered = message.desk === inboxName;
  for (const [position, file] of message.attachments.entries()) {
    await transaction
      .insertInto('attachments')
      .values({
        id: newId(),
        enquiry_id: message.enquiryId,
        parcel: message.number,
        position,
        name: file.name,
        type: file.type,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.storageKey,
        virus_check: message.check,
      })
      .execute();
  }
  await transaction
    .insertInto('parcels')
    .values({
      id,
      enquiry_id: message.enquiryId,
      number: message.number,
      purpose: message.purpose,
      created_at: now,
      desk: message.desk,
      state: isDelivered ? 'delivered' : 'waiting',
      attempts: 0,
      next_attempt_at: now + (message.clockOffset ?? 0) + (message.isDue ? 0 : firstAttemptDelay),
      leased_until: 0,
      last_error: null,
      delivered_at: isDelivered ? now : null,
      idempotency_key: crypto.randomUUID(),
      fields: null,
      text: message.text ?? null,
    })
    .execute();
  return id;
}

/** Returns the number of an enquiry's next message. The transaction must have locked the enquiry (`lockEnquiry`). */
export async function nextMessageNumber(transaction: Transaction<Tables>, enquiryId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('parcels')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow();
  return last + 1;
}

/**
 * Reads an outbox message for delivery, with only the files that may be sent.
 * @returns undefined if the message does not exist or its enquiry has been erased
 */
export async function readOutboxMessage(database: Database, id: string): Promise<OutboxMessage | undefined> {
  const row = await database
    .selectFrom('parcels')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['enquiry_id', 'number', 'purpose', 'parcels.fields', 'text', 'created_at', 'reference', 'kind'])
    .where('parcels.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, purpose, created_at: createdAt, enquiry_id: enquiryId, reference } = row;
  if (purpose === 'erasure') {
    return { number, createdAt, purpose, enquiryId, reference, kind: row.kind as EnquiryKind };
  }
  const record = await readEnquiry(database, { id: enquiryId });
  if (!record) return undefined;
  const { attachments, withheld } = selectFiles(record, number);
  const enquiry = { ...record.enquiry, attachments };
  // The stored fields match the kind, which the column type cannot express.
  if (row.fields !== null) enquiry.fields = JSON.parse(row.fields) as typeof enquiry.fields;
  const content = { number, createdAt, enquiry, ...(withheld && { withheld }) };
  return purpose === 'answer' ? { ...content, purpose, text: row.text ?? '' } : { ...content, purpose };
}

/** Divides the files of a message into those to deliver and those withheld. */
function selectFiles({ enquiry, messageNumbers, checks }: EnquiryRecord, number: number) {
  const attachments: StoredFile[] = [];
  const withheld: WithheldFiles = { files: [], pendingCount: 0 };
  for (const [index, { state, finding, followUp }] of checks.entries()) {
    const file = enquiry.attachments[index];
    if (!file) continue;
    if (messageNumbers[index] === number && followUp !== null) withheld.pendingCount += 1;
    // `followUp` 0: the file was withheld from its message, and no later message has been created for it yet. Check
    // this first, because 0 is also the number of the enquiry's own message.
    if (followUp === 0 || (followUp ?? messageNumbers[index]) !== number) continue;
    if (state === 'clean' || state === 'none') attachments.push(file);
    else if (state !== 'waiting') withheld.files.push({ ...file, verdict: state, finding: finding ?? '' });
  }
  return { attachments, withheld: withheld.files.length + withheld.pendingCount > 0 ? withheld : undefined };
}
