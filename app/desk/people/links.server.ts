import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Secret } from 'otpauth';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { hashToken, newToken } from '#app/ids/secrets.server.ts';

/** Lifetime of a one-time link (ms). */
export const linkLifetime = 24 * 60 * 60 * 1000;

/** The path of the page that a one-time link opens. */
export function linkPath(token: string): string {
  return `/desk/join/${token}`;
}

/**
 * Creates a one-time link for a person. Earlier links stop working.
 * @returns its token, of which only the hash is stored
 */
export async function createLink(transaction: Transaction<Tables>, personId: string, now: number): Promise<string> {
  const token = newToken();
  await transaction.deleteFrom('desk_links').where('person_id', '=', personId).execute();
  await transaction
    .insertInto('desk_links')
    .values({ token_hash: hashToken(token), person_id: personId, expires_at: now + linkLifetime })
    .execute();
  return token;
}

/**
 * Returns the id of the person for whom a link is valid; undefined if it is unknown, used or expired, or if the account
 * is disabled.
 */
export async function personOfLink(
  database: Database | Transaction<Tables>,
  token: string,
  now: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('desk_links')
    .innerJoin('desk_people', 'desk_people.id', 'desk_links.person_id')
    .select('person_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.person_id;
}

/**
 * Returns the authenticator secret that a link offers, in base32. It is derived from the token, so that nothing has to
 * be stored before the person proves that the app has it.
 */
export function totpSecretOfLink(token: string): string {
  const bytes = createHmac('sha256', token).update('authenticator').digest().subarray(0, 20);
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}
