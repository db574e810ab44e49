import { createHash, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { toLatinDigits } from '#app/i18n/input/digits.ts';
import { hashToken, newToken } from '#app/ids/secrets.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';

/**
 * Links to the page of a request that were sent by email or WhatsApp, where others may see them. Such a link opens only
 * with the last four digits of the family's phone number.
 */

/** Lifetime of a sent link (ms). A receipt opened through it expires with it. */
export const sentLinkLifetime = 30 * 24 * 60 * 60_000;
/** Wrong attempts after which a link is closed. */
const maxWrongAttempts = 5;
/** Wrong attempts after which all links of a request are closed. Needed because each email contains a new link. */
const maxWrongAttemptsPerRequest = 20;

/**
 * Creates a link to the page of a request.
 * @param now Unix time in ms
 * @returns its token, which is not stored
 */
export async function createSentLink(transaction: Transaction<Tables>, enquiryId: string, now: number) {
  const token = newToken();
  await transaction
    .insertInto('sent_links')
    .values({
      token_hash: hashToken(token),
      enquiry_id: enquiryId,
      created_at: now,
      expires_at: now + sentLinkLifetime,
    })
    .execute();
  return token;
}

/** Deletes a link that could not be sent. */
export async function deleteSentLink(database: Database, token: string): Promise<void> {
  await database.deleteFrom('sent_links').where('token_hash', '=', hashToken(token)).execute();
}

/** Revokes all links of a request, and with them the receipts that they have opened. */
export async function revokeSentLinks(database: Database, enquiryId: string, now: number): Promise<void> {
  await database
    .updateTable('sent_links')
    .set({ withdrawn_at: now })
    .where('enquiry_id', '=', enquiryId)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Returns how many links of a request have neither expired nor been revoked. */
export async function countSentLinks(database: Database, enquiryId: string, now: number): Promise<number> {
  const { count } = await activeLinks(database, enquiryId, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A sent link: `open` if digits may be entered; `closed` if it has expired, was revoked or has had too many attempts. */
export interface SentLink {
  state: 'open' | 'closed';
  attemptsLeft: number;
}

/**
 * Finds a sent link without changing anything, because email scanners open links too.
 * @param now Unix time in ms
 * @returns undefined if there is no such link, or its request has been erased
 */
export async function findSentLink(database: Database, token: string, now: number): Promise<SentLink | undefined> {
  const row = await database
    .selectFrom('sent_links')
    .select(['enquiry_id', 'expires_at', 'withdrawn_at', 'wrong_attempts'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { wrong } = await activeLinks(database, row.enquiry_id, now)
    .select(({ fn }) => fn.sum<number | null>('wrong_attempts').as('wrong'))
    .executeTakeFirstOrThrow();
  const attemptsLeft = Math.min(maxWrongAttempts - row.wrong_attempts, maxWrongAttemptsPerRequest - (wrong ?? 0));
  const isOpen = row.expires_at > now && row.withdrawn_at === null && attemptsLeft > 0;
  return { state: isOpen ? 'open' : 'closed', attemptsLeft };
}

/** The result of entering digits: a token of a new receipt, or why none was created. */
export type OpenedLink =
  | { outcome: 'opened'; receiptToken: string }
  | { outcome: 'wrong'; attemptsLeft: number }
  | { outcome: 'closed' | 'unknown' };

/**
 * Opens a sent link with the last four digits of the phone number, in digits of any script. Every failed attempt counts,
 * even a concurrent one.
 * @param now Unix time in ms
 */
export function openSentLink(database: Database, token: string, typed: string, now: number): Promise<OpenedLink> {
  const tokenHash = hashToken(token);
  return database.transaction().execute(async (transaction): Promise<OpenedLink> => {
    const row = await transaction
      .selectFrom('sent_links')
      .select(['enquiry_id', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    const enquiry = row && (await lockEnquiry(transaction, row.enquiry_id));
    const link = await findSentLink(transaction, token, now);
    if (!row || !enquiry || !link) return { outcome: 'unknown' };
    if (link.state === 'closed') return { outcome: 'closed' };
    const { phone = '' } = JSON.parse(enquiry.fields) as { phone?: string };
    if (!areEqual(digitsOf(typed), digitsOf(phone).slice(-4))) {
      await transaction
        .updateTable('sent_links')
        .set(({ eb }) => ({ wrong_attempts: eb('wrong_attempts', '+', 1) }))
        .where('token_hash', '=', tokenHash)
        .execute();
      const attemptsLeft = link.attemptsLeft - 1;
      return attemptsLeft > 0 ? { outcome: 'wrong', attemptsLeft } : { outcome: 'closed' };
    }
    const receiptToken = newToken();
    await transaction
      .insertInto('receipts')
      .values({
        token_hash: hashToken(receiptToken),
        enquiry_id: enquiry.id,
        created_at: now,
        sent_link: tokenHash,
        expires_at: row.expires_at,
      })
      .execute();
    return { outcome: 'opened', receiptToken };
  });
}

function activeLinks(database: Database, enquiryId: string, now: number) {
  return database
    .selectFrom('sent_links')
    .where('enquiry_id', '=', enquiryId)
    .where('expires_at', '>', now)
    .where('withdrawn_at', 'is', null);
}

function digitsOf(text: string): string {
  return toLatinDigits(text).replace(/[^0-9]/g, '');
}

/** Compares in constant time. */
function areEqual(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(actual), hash(expected));
}
