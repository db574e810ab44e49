import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { hashToken, newId, newToken } from '#app/database/secrets.server.ts';
import type { CheckState, Tables } from '#app/database/tables.ts';
import type { Wording } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { EnquiryFields, EnquiryKind } from './enquiry.ts';
import { insertParcel } from './parcel.server.ts';
import { newReference } from './reference.ts';

/** A valid enquiry that has just been read. */
export interface NewEnquiry<Kind extends EnquiryKind = EnquiryKind> {
  kind: Kind;
  language: Wording;
  fields: EnquiryFields[Kind];
  attachments: StoredFile[];
  /** Which wording of the privacy notice the visitor saw. */
  privacyNotice: string;
  /** A field was filled in that people do not see. */
  mayBeAutomated?: boolean;
}

export interface StoredEnquiry {
  id: string;
  reference: string;
  /** What brings it to the desk. */
  parcelId: string;
  /** The secret of a receipt address made for this sending. */
  receiptToken: string;
}

/** For this long the same content is the same enquiry: a double tap, a reload, a second try. */
const sameEnquiryFor = 24 * 60 * 60 * 1000;

/**
 * Writes enquiry, attachments, delivery and receipt in one transaction. When it returns, a power cut
 * cannot take them away. Content that was sent within the last day is not written again.
 * @param check what the virus check says of its files: `waiting` where there is a scanner to ask
 */
export async function storeEnquiry(
  database: Database,
  enquiry: NewEnquiry,
  desk: string,
  now: number,
  check: CheckState = 'none',
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
      const { id: parcelId } = await transaction
        .selectFrom('parcels')
        .select('id')
        .where('enquiry_id', '=', earlier.id)
        .where('number', '=', 0)
        .executeTakeFirstOrThrow();
      return { ...earlier, parcelId, receiptToken };
    }
    const parcelId = await insertParcel(
      transaction,
      { enquiryId: stored.id, number: 0, purpose: 'enquiry', attachments: enquiry.attachments, desk, check },
      now,
    );
    await transaction
      .insertInto('receipts')
      .values({ ...receipt, enquiry_id: stored.id })
      .execute();
    return { ...stored, parcelId, receiptToken };
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
    may_be_automated: enquiry.mayBeAutomated ? 1 : 0,
    erased_at: null,
    erased_because: null,
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
