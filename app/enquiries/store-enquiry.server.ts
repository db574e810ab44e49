import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { hashToken, newId, newToken } from '#app/database/secrets.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { EnquiryFields, EnquiryKind } from './enquiry.ts';
import { newReference } from './reference.ts';

/** A valid enquiry that has just been read. */
export interface NewEnquiry<Kind extends EnquiryKind = EnquiryKind> {
  kind: Kind;
  language: Language;
  fields: EnquiryFields[Kind];
  attachments: StoredFile[];
  /** Which wording of the privacy notice the visitor saw. */
  privacyNotice: string;
}

export interface StoredEnquiry {
  id: string;
  reference: string;
  /** The secret of a receipt address made for this sending. */
  receiptToken: string;
}

/** For this long the same content is the same enquiry: a double tap, a reload, a second try. */
const sameEnquiryFor = 24 * 60 * 60 * 1000;

/** The request that brought an enquiry tries to deliver it first; the outbox keeps back for this long. */
const firstAttemptGrace = 10_000;

/**
 * Writes enquiry, attachments, delivery and receipt in one transaction. When it returns, a power cut
 * cannot take them away. Content that was sent within the last day is not written again.
 */
export async function storeEnquiry(
  database: Database,
  enquiry: NewEnquiry,
  desk: string,
  now: number,
): Promise<StoredEnquiry> {
  const hash = contentHash(enquiry);
  const receiptToken = newToken();
  const receipt = { token_hash: hashToken(receiptToken), created_at: now };

  return database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('enquiries')
      .set({ content_hash: null })
      .where('content_hash', '=', hash)
      .where('received_at', '<=', now - sameEnquiryFor)
      .execute();
    const stored = await insertEnquiry(transaction, enquiry, hash, now);
    if (!stored) {
      const earlier = await transaction
        .selectFrom('enquiries')
        .select(['id', 'reference'])
        .where('content_hash', '=', hash)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('receipts')
        .values({ ...receipt, enquiry_id: earlier.id })
        .execute();
      return { ...earlier, receiptToken };
    }
    for (const [position, { storageKey, ...file }] of enquiry.attachments.entries()) {
      await transaction
        .insertInto('attachments')
        .values({
          id: newId(),
          enquiry_id: stored.id,
          position,
          name: file.name,
          type: file.type,
          size: file.size,
          sha256: file.sha256,
          storage_key: storageKey,
        })
        .execute();
    }
    await transaction
      .insertInto('deliveries')
      .values({
        enquiry_id: stored.id,
        desk,
        state: 'waiting',
        attempts: 0,
        next_attempt_at: now + firstAttemptGrace,
        leased_until: 0,
        last_error: null,
        delivered_at: null,
        idempotency_key: crypto.randomUUID(),
      })
      .execute();
    await transaction
      .insertInto('receipts')
      .values({ ...receipt, enquiry_id: stored.id })
      .execute();
    return { ...stored, receiptToken };
  });
}

/** @returns undefined when the same content is there already. */
async function insertEnquiry(
  transaction: Transaction<Tables>,
  enquiry: NewEnquiry,
  hash: string,
  now: number,
): Promise<{ id: string; reference: string } | undefined> {
  const row = {
    id: newId(),
    kind: enquiry.kind,
    language: enquiry.language,
    fields: JSON.stringify(enquiry.fields),
    content_hash: hash,
    privacy_notice: enquiry.privacyNotice,
    received_at: now,
  };
  // Of 40 random bits two may be alike one day; then another reference is drawn.
  for (;;) {
    const inserted = await transaction
      .insertInto('enquiries')
      .values({ ...row, reference: newReference() })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'reference'])
      .executeTakeFirst();
    if (inserted) return inserted;
    const same = await transaction
      .selectFrom('enquiries')
      .select('id')
      .where('content_hash', '=', hash)
      .executeTakeFirst();
    if (same) return undefined;
  }
}

/** The same words with the same files, in whatever order, have the same hash. The page's language is not content. */
function contentHash({ kind, fields, attachments }: NewEnquiry): string {
  const words = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const files = attachments.map((file) => file.sha256).sort();
  return createHash('sha256')
    .update(JSON.stringify([kind, words, files]))
    .digest('hex');
}
