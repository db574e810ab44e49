import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { hashToken, newToken } from '#app/ids/secrets.server.ts';
import { newAppSecret } from './app-secret.server.ts';

/** Lifetime of a one-time link (ms). */
export const linkLifetime = 24 * 60 * 60 * 1000;
/** Lifetime of a link that only connects the app again (ms): whoever needs it has just signed in. */
export const renewalLifetime = 60 * 60 * 1000;

/** The path of the page that a one-time link opens. */
export function linkPath(token: string): string {
  return `/desk/join/${token}`;
}

/** A one-time link that can still be used. */
export interface OneTimeLink {
  personId: string;
  /** The secret that it gives to the authenticator app, in base32. Nothing else reveals it, and it goes with the link. */
  secret: string;
  /** Whether it connects the app of an account whose password stays. */
  keepsPassword: boolean;
}

/**
 * Creates a one-time link for a person. Earlier links stop working.
 * @returns its token, of which only the hash is stored
 */
export async function createLink(transaction: Transaction<Tables>, personId: string, now: number): Promise<string> {
  await deleteLinks(transaction, personId);
  return insertLink(transaction, { person_id: personId, expires_at: now + linkLifetime, keeps_password: 0 });
}

/**
 * Creates a link with which a person connects an authenticator app again and keeps the password. Earlier ones keep
 * working, each with a secret of its own, until one is used: people may have opened two tabs.
 * @returns its token, of which only the hash is stored
 */
export function createRenewalLink(transaction: Transaction<Tables>, personId: string, now: number): Promise<string> {
  return insertLink(transaction, { person_id: personId, expires_at: now + renewalLifetime, keeps_password: 1 });
}

async function insertLink(
  transaction: Transaction<Tables>,
  link: { person_id: string; expires_at: number; keeps_password: 0 | 1 },
): Promise<string> {
  const token = newToken();
  await transaction
    .insertInto('desk_links')
    .values({ ...link, token_hash: hashToken(token), app_secret: newAppSecret() })
    .execute();
  return token;
}

/** Deletes all links of a person. */
export async function deleteLinks(transaction: Transaction<Tables>, personId: string): Promise<void> {
  await transaction.deleteFrom('desk_links').where('person_id', '=', personId).execute();
}

/** Finds a one-time link; undefined if it is unknown, used or expired, or if the account is disabled. */
export async function findLink(
  database: Database | Transaction<Tables>,
  token: string,
  now: number,
): Promise<OneTimeLink | undefined> {
  const tokenHash = hashToken(token);
  const find = () =>
    database
      .selectFrom('desk_links')
      .innerJoin('desk_people', 'desk_people.id', 'desk_links.person_id')
      .select(['person_id', 'app_secret', 'keeps_password'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
  let row = await find();
  if (row?.app_secret === null) {
    // Created by an earlier version. Of several requests at once, the first one determines the secret.
    await database
      .updateTable('desk_links')
      .set({ app_secret: newAppSecret() })
      .where('token_hash', '=', tokenHash)
      .where('app_secret', 'is', null)
      .execute();
    row = await find();
  }
  if (!row?.app_secret) return undefined;
  return { personId: row.person_id, secret: row.app_secret, keepsPassword: row.keeps_password === 1 };
}
