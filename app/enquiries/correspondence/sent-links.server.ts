import { createHash, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { typedCode } from '#app/i18n/input/typed-code.ts';
import { hashToken, newToken } from '#app/ids/secrets.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';

/**
 * Links to the page of a request that were sent by email or WhatsApp, where others may see them. Such a link opens only
 * with the last four digits of the family's phone number.
 */

/** How many digits of the phone number open a link. */
const digitCount = 4;
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

/**
 * Closes all links of a request, because the desk creates a new one that has all its attempts. The receipts that they
 * have opened remain: the family may be writing in one.
 */
export async function replaceSentLinks(
  transaction: Transaction<Tables>,
  enquiryId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('sent_links')
    .set({ replaced_at: now })
    .where('enquiry_id', '=', enquiryId)
    .where('replaced_at', 'is', null)
    .execute();
}

/** Returns how many links of a request, or receipts that they have opened, can still be revoked. */
export async function countSentLinks(database: Database, enquiryId: string, now: number): Promise<number> {
  const { count } = await activeLinks(database, enquiryId, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns how many links of a request no longer open because wrong digits have used up their attempts. */
export async function countUsedUpLinks(database: Database, enquiryId: string, now: number): Promise<number> {
  const links = await activeLinks(database, enquiryId, now)
    .where('replaced_at', 'is', null)
    .select('wrong_attempts')
    .execute();
  const wrong = links.reduce((sum, { wrong_attempts }) => sum + wrong_attempts, 0);
  return links.filter(({ wrong_attempts }) => attemptsLeftOf(wrong_attempts, wrong) <= 0).length;
}

/** Returns whether a receipt was opened by a sent link, and not by sending the request. */
export async function isFromSentLink(database: Database, receiptToken: string): Promise<boolean> {
  const row = await database
    .selectFrom('receipts')
    .select('sent_link')
    .where('token_hash', '=', hashToken(receiptToken))
    .executeTakeFirst();
  return row !== undefined && row.sent_link !== null;
}

/**
 * A sent link: `open` if digits may be entered; `closed` if it has expired, was revoked or replaced, or has had too many
 * attempts.
 */
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
    .select(['enquiry_id', 'expires_at', 'withdrawn_at', 'replaced_at', 'wrong_attempts'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { wrong } = await activeLinks(database, row.enquiry_id, now)
    .where('replaced_at', 'is', null)
    .select(({ fn }) => fn.sum<number | null>('wrong_attempts').as('wrong'))
    .executeTakeFirstOrThrow();
  const attemptsLeft = attemptsLeftOf(row.wrong_attempts, wrong ?? 0);
  const isCurrent = row.expires_at > now && row.withdrawn_at === null && row.replaced_at === null;
  const isOpen = isCurrent && attemptsLeft > 0;
  return { state: isOpen ? 'open' : 'closed', attemptsLeft };
}

/** @param wrongOfRequest attempts with wrong digits at all links of the request that have not been revoked or replaced */
function attemptsLeftOf(wrongAttempts: number, wrongOfRequest: number): number {
  return Math.min(maxWrongAttempts - wrongAttempts, maxWrongAttemptsPerRequest - wrongOfRequest);
}

/**
 * The result of entering digits: a token of a new receipt, or why none was created. Digits that are `incomplete` use up
 * no attempt.
 */
export type OpenedLink =
  | { outcome: 'opened'; receiptToken: string }
  | { outcome: 'wrong'; attemptsLeft: number }
  | { outcome: 'incomplete' | 'closed' | 'unknown' };

/**
 * Opens a sent link with the last four digits of the phone number, or all of them, in digits of any script. Four or more
 * wrong digits use up an attempt. Concurrent attempts wait for each other, so that none is checked that would be one too
 * many.
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
    const digits = digitsOf(typed);
    if (digits.length < digitCount) return { outcome: 'incomplete' };
    const { phone = '' } = JSON.parse(enquiry.fields) as { phone?: string };
    if (!areEqual(digits.slice(-digitCount), digitsOf(phone).slice(-digitCount))) {
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
  return typedCode(text).replace(/[^0-9]/g, '');
}

/** Compares in constant time. */
function areEqual(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(actual), hash(expected));
}
