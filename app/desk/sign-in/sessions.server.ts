import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { isLocked } from '#app/database/dialect.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { hashToken, newToken } from '#app/ids/secrets.server.ts';
import { toPerson } from '../people/people.server.ts';
import type { Person } from '../people/person.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a session lasts (ms) without use, and in total. A person's own phone is trusted for longer. */
export const sessionLifetimes = {
  shared: { idle: 30 * minute, total: 12 * hour },
  own: { idle: 7 * day, total: 30 * day },
};

/** For how long (ms) a person who has entered a code from the authenticator app is not asked for another one. */
export const verificationLifetime = 5 * minute;

/** After how many wrong codes and passwords a session ends, so that whoever has stolen it cannot guess them. */
const maxWrongEntries = 5;

export interface Session {
  token: string;
  person: Person;
  /** When the person last entered a code (Unix time in ms). */
  verifiedAt: number;
  isOwnDevice: boolean;
}

/** Starts a session. @returns its token, of which only the hash is stored */
export async function startSession(
  transaction: Transaction<Tables>,
  personId: string,
  isOwnDevice: boolean,
  now: number,
): Promise<string> {
  const token = newToken();
  await transaction
    .insertInto('desk_sessions')
    .values({
      token_hash: hashToken(token),
      person_id: personId,
      created_at: now,
      seen_at: now,
      verified_at: now,
      is_own_device: isOwnDevice ? 1 : 0,
    })
    .execute();
  return token;
}

/**
 * Returns the session with this token; undefined if it has ended. Does not wait if another process has locked the
 * database: the session is then extended or removed by a later request.
 * @param extendsSession whether the person is doing something, which extends the session; false for background requests
 */
export async function findSession(
  database: Database,
  token: string,
  now: number,
  extendsSession = true,
): Promise<Session | undefined> {
  const tokenHash = hashToken(token);
  const row = await database
    .selectFrom('desk_sessions')
    .innerJoin('desk_people', 'desk_people.id', 'desk_sessions.person_id')
    .selectAll('desk_people')
    .select(['desk_sessions.created_at as started_at', 'seen_at', 'verified_at', 'is_own_device'])
    .where('token_hash', '=', tokenHash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const isOwnDevice = row.is_own_device === 1;
  const { idle, total } = isOwnDevice ? sessionLifetimes.own : sessionLifetimes.shared;
  if (now - row.seen_at > idle || now - row.started_at > total) {
    if (!(await isLocked(database))) await endSession(database, token);
    return undefined;
  }
  // Not on every request, because each write is synced to disk.
  if (extendsSession && now - row.seen_at > minute && !(await isLocked(database))) {
    await database.updateTable('desk_sessions').set({ seen_at: now }).where('token_hash', '=', tokenHash).execute();
  }
  return { token, person: toPerson(row), verifiedAt: row.verified_at, isOwnDevice };
}

/** Records that the person of a session has entered a code again. */
export async function markVerified(transaction: Transaction<Tables>, token: string, now: number): Promise<void> {
  await transaction
    .updateTable('desk_sessions')
    .set({ verified_at: now, wrong_entries: 0 })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/**
 * Counts a code or password that is entered in a session as wrong, before it is checked, so that entries sent at the same
 * moment cannot exceed the limit. A right one resets the count, see {@link markVerified}.
 * @returns how many more may follow; undefined if this one must not be checked, because there were too many or the
 *   session has ended
 */
export async function countEntry(database: Database | Transaction<Tables>, token: string): Promise<number | undefined> {
  const row = await database
    .updateTable('desk_sessions')
    .set(({ eb }) => ({ wrong_entries: eb('wrong_entries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('wrong_entries', '<', maxWrongEntries)
    .returning('wrong_entries')
    .executeTakeFirst();
  return row === undefined ? undefined : maxWrongEntries - row.wrong_entries;
}

/** Ends a session. @returns whether it had not ended yet */
export async function endSession(database: Database | Transaction<Tables>, token: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('desk_sessions')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes sessions that have ended. */
export async function removeEndedSessions(database: Database | Transaction<Tables>, now: number): Promise<void> {
  for (const [isOwnDevice, { idle, total }] of [
    [0, sessionLifetimes.shared],
    [1, sessionLifetimes.own],
  ] as const) {
    await database
      .deleteFrom('desk_sessions')
      .where('is_own_device', '=', isOwnDevice)
      .where((eb) => eb.or([eb('created_at', '<', now - total), eb('seen_at', '<', now - idle)]))
      .execute();
  }
}
