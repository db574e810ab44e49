import type { Database } from '#app/database/database.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { verifyPassword } from '../people/password.server.ts';
import { consumeCode } from './second-factor.server.ts';
import { endSession, type Session, startSession } from './sessions.server.ts';

export interface Credentials {
  email: string;
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  code: string;
  isOwnDevice: boolean;
}

/**
 * Signs a person in. An unknown address, a disabled account, a wrong password and a wrong code have the same outcome, in the
 * same time.
 * @returns the token of the new session; undefined if anything is wrong
 */
export async function signIn(
  database: Database,
  { email, password, code, isOwnDevice }: Credentials,
  now: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('desk_people')
    .select(['id', 'password'])
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isPassword = await verifyPassword(password, row?.password);
  return database.transaction().execute(async (transaction) => {
    const isAccepted = row !== undefined && isPassword && (await consumeCode(transaction, row.id, code, now));
    const action = isAccepted ? 'signed_in' : 'sign_in_refused';
    await recordAudit(transaction, { at: now, personId: isAccepted ? row.id : null, action, subject: row?.id ?? null });
    return isAccepted ? startSession(transaction, row.id, isOwnDevice, now) : undefined;
  });
}

/** Ends a session. */
export async function signOut(database: Database, { token, person }: Session, now: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await endSession(transaction, token);
    await recordAudit(transaction, { at: now, personId: person.id, action: 'signed_out', subject: person.id });
  });
}
