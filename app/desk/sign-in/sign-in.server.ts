import type { Database } from '#app/database/database.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { verifyPassword } from '../people/password.server.ts';
import { consumeCode } from './second-factor.server.ts';
import { endSession, removeEndedSessions, type Session, startSession } from './sessions.server.ts';

export interface Credentials {
  email: string;
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  code: string;
  isOwnDevice: boolean;
  /** The token of the session that the browser still holds, if any; signing in ends that session (ASVS 5.0, 7.2.4). */
  earlierSession?: string | undefined;
}

/**
 * Signs a person in. An unknown address, a disabled account, a wrong password and a wrong code have the same outcome,
 * and take the same time.
 * @returns the token of the new session; undefined if anything is wrong
 */
export async function signIn(
  database: Database,
  { email, password, code, isOwnDevice, earlierSession }: Credentials,
  now: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('desk_people')
    .select(['id', 'password'])
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isPasswordCorrect = await verifyPassword(password, row?.password);
  return database.transaction().execute(async (transaction) => {
    const isAccepted = row !== undefined && isPasswordCorrect && (await consumeCode(transaction, row.id, code, now));
    // A correct password with a wrong code is recorded separately, because somebody else may know the password.
    const action = isAccepted ? 'signed_in' : isPasswordCorrect ? 'code_refused' : 'sign_in_refused';
    await recordAudit(transaction, { at: now, personId: isAccepted ? row.id : null, action, subject: row?.id ?? null });
    if (!isAccepted) return undefined;
    if (earlierSession !== undefined) await endSession(transaction, earlierSession);
    await removeEndedSessions(transaction, now);
    return startSession(transaction, row.id, isOwnDevice, now);
  });
}

/** Ends all sessions of a person, on every device (ASVS 5.0, 7.4.5). */
export async function signOutEverywhere(database: Database, { person }: Session, now: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('desk_sessions').where('person_id', '=', person.id).execute();
    await recordAudit(transaction, {
      at: now,
      personId: person.id,
      action: 'signed_out_everywhere',
      subject: person.id,
    });
  });
}

/** Ends a session. */
export async function signOut(database: Database, { token, person }: Session, now: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await endSession(transaction, token);
    await recordAudit(transaction, { at: now, personId: person.id, action: 'signed_out', subject: person.id });
  });
}
