import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { keyedTransaction } from '#app/database/dialect.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { hashToken, newId, newToken } from '#app/ids/secrets.server.ts';
import { raiseAlarm } from '#app/notices/alarms.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { EnquiryKind, SubmittedFields } from '../enquiry.ts';
import type { EnquiryFields } from '../kinds/enquiry-kinds.server.ts';
import { newReference } from '../reference.ts';
import { countryOf } from './country.ts';
import { insertOutboxMessage } from './outbox-message.server.ts';
import {
  deleteExpiredSubmissionHashes,
  findRepeatedEnquiry,
  submissionHash,
  type SubmissionIdentity,
} from './repeated-submission.server.ts';
import { requestNotice } from './request-notice.ts';

/** A valid enquiry that has not been stored yet. */
export interface NewEnquiry<Kind extends EnquiryKind = EnquiryKind> {
  kind: Kind;
  language: FormLanguage;
  fields: EnquiryFields[Kind];
  attachments: StoredFile[];
  /** Version of the privacy notice that the visitor saw. */
  privacyNotice: string;
  /** Whether the honeypot was filled in. */
  mayBeAutomated?: boolean;
  /** Identifies repeated submissions. If undefined, every submission is a new enquiry. */
  submission?: SubmissionIdentity;
}

/** The result of storing an enquiry. */
export interface StoredEnquiry {
  id: string;
  reference: string;
  /** Id of the outbox message that delivers the enquiry. */
  messageId: string;
  /** Token of the receipt created for this submission. */
  receiptToken: string;
}

/**
 * Stores an enquiry with its attachments, outbox message, alarm and receipt in one transaction, which is durable when this
 * returns. A repeated submission only adds a receipt to the existing enquiry. The same content from another sender becomes
 * a new enquiry that refers to the earlier one.
 * @param now time of the system clock (Unix time in ms)
 * @param check initial state of the files' virus check: `waiting` if there is a scanner
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 */
export async function storeEnquiry(
  database: Database,
  enquiry: NewEnquiry,
  desk: string,
  now: number,
  check: CheckState = 'none',
  clockOffset = 0,
): Promise<StoredEnquiry> {
  const contentHash = hashContent(enquiry);
  const receiptToken = newToken();
  const receipt = { token_hash: hashToken(receiptToken), created_at: now };

  return keyedTransaction(database, contentHash, async (transaction) => {
    await deleteExpiredSubmissionHashes(transaction, now + clockOffset);
    const earlier = await findRepeatedEnquiry(transaction, enquiry.submission ?? {}, contentHash);
    if (earlier) {
      await transaction
        .insertInto('receipts')
        .values({ ...receipt, enquiry_id: earlier.id })
        .execute();
      const { id: messageId } = await transaction
        .selectFrom('parcels')
        .select('id')
        .where('enquiry_id', '=', earlier.id)
        .where('number', '=', 0)
        .executeTakeFirstOrThrow();
      return { ...earlier, messageId, receiptToken };
    }
    const stored = await insertEnquiry(transaction, enquiry, contentHash, { now, clockOffset });
    const messageId = await insertOutboxMessage(
      transaction,
      {
        enquiryId: stored.id,
        number: 0,
        purpose: 'enquiry',
        attachments: enquiry.attachments,
        desk,
        check,
        clockOffset,
      },
      now,
    );
    // Kind and fields match, but TypeScript cannot infer that here.
    const request = { ...(enquiry as SubmittedFields), reference: stored.reference, language: enquiry.language };
    await raiseAlarm(transaction, stored.id, requestNotice('request.received', request, now, now), now + clockOffset);
    await transaction
      .insertInto('receipts')
      .values({ ...receipt, enquiry_id: stored.id })
      .execute();
    return { ...stored, messageId, receiptToken };
  });
}

async function insertEnquiry(
  transaction: Transaction<Tables>,
  enquiry: NewEnquiry,
  contentHash: string,
  { now, clockOffset }: { now: number; clockOffset: number },
): Promise<{ id: string; reference: string }> {
  const duplicate = await transaction
    .selectFrom('enquiries')
    .select('reference')
    .where('content_hash', '=', contentHash)
    .orderBy('received_at', 'desc')
    .executeTakeFirst();
  const row = {
    id: newId(),
    kind: enquiry.kind,
    language: enquiry.language,
    fields: JSON.stringify(enquiry.fields),
    content_hash: contentHash,
    sending_hash: submissionHash(enquiry.submission ?? {}, contentHash),
    alike: duplicate?.reference ?? null,
    privacy_notice: enquiry.privacyNotice,
    // Kind and fields match, but TypeScript cannot infer that here.
    country: countryOf(enquiry as SubmittedFields),
    received_at: now,
    clock_behind: clockOffset,
    may_be_automated: enquiry.mayBeAutomated ? 1 : 0,
    erased_at: null,
    erased_because: null,
  };
  // Retry with another reference in the unlikely case of a collision (40 random bits).
  for (;;) {
    const inserted = await transaction
      .insertInto('enquiries')
      .values({ ...row, reference: newReference() })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning(['id', 'reference'])
      .executeTakeFirst();
    if (inserted) return inserted;
  }
}

/** Hashes the fields and files, independently of their order, of the language, and of how the phone number was spelled. */
function hashContent({ kind, fields, attachments }: NewEnquiry): string {
  const sortedFields = Object.entries(fields)
    .filter(([name]) => name !== 'phoneTyped')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const fileHashes = attachments.map((file) => file.sha256).sort();
  return createHash('sha256')
    .update(JSON.stringify([kind, sortedFields, fileHashes]))
    .digest('hex');
}
