import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { hashToken } from '#app/ids/secrets.server.ts';
import { trustedArrival } from './trusted-arrival.ts';

/**
 * Identifies the sender of a submission, to recognise repeated ones such as a double tap, a reload or a retry. The content
 * alone is not enough: somebody who knows the content of another person's request must not be given its receipt.
 */
export interface SubmissionIdentity {
  /** The form key: 128 random bits, made by the page's script or by the response to an earlier post. */
  formKey?: string;
  /** The receipt token from a page that said "stored, but not delivered yet". */
  receiptToken?: string;
  /** From `senderOf` (app/server/limits/sender.server.ts). Used only without a form key, and for two minutes. */
  sender?: string;
}

/** How long a form key counts (ms): long enough for a night offline, too short for a phone's next owner. */
const formKeyLifetime = 24 * 60 * 60 * 1000;
/** How long a sender counts (ms), for a double tap or a reload without scripts. */
const senderLifetime = 2 * 60 * 1000;

const keyPrefix = 'key:';
const senderPrefix = 'sender:';

/** The stored hash that identifies a submission; null if it has neither key nor sender. */
export function submissionHash({ formKey, sender }: SubmissionIdentity, contentHash: string): string | null {
  const hash = (secret: string) =>
    createHash('sha256')
      .update(JSON.stringify([secret, contentHash]))
      .digest('hex');
  if (formKey !== undefined) return keyPrefix + hash(formKey);
  return sender === undefined ? null : senderPrefix + hash(sender);
}

/** Finds the enquiry that this submission repeats; undefined if it is a new one. */
export async function findRepeated(
  transaction: Transaction<Tables>,
  sending: SubmissionIdentity,
  contentHash: string,
): Promise<{ id: string; reference: string } | undefined> {
  const request = () =>
    transaction.selectFrom('enquiries').select(['id', 'reference']).where('content_hash', '=', contentHash);
  const hash = submissionHash(sending, contentHash);
  const known = hash === null ? undefined : await request().where('sending_hash', '=', hash).executeTakeFirst();
  if (known || sending.receiptToken === undefined) return known;
  return request()
    .where('id', 'in', (receipts) =>
      receipts
        .selectFrom('receipts')
        .select('enquiry_id')
        .where('token_hash', '=', hashToken(sending.receiptToken ?? '')),
    )
    .executeTakeFirst();
}

/** Deletes the hashes of submissions too old to be repeated. @param now trusted time (Unix time in ms) */
export async function deleteExpiredSubmissionHashes(
  database: Database | Transaction<Tables>,
  now: number,
): Promise<void> {
  for (const [kind, lasts] of [
    [senderPrefix, senderLifetime],
    [keyPrefix, formKeyLifetime],
  ] as const) {
    await database
      .updateTable('enquiries')
      .set({ sending_hash: null })
      .where('sending_hash', '>=', kind)
      .where('sending_hash', '<', `${kind}~`)
      .where(trustedArrival, '<=', now - lasts)
      .execute();
  }
}
