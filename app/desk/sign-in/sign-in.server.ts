import type { Database } from '#app/database/database.server.ts';
import { type AuditAction, recordAudit } from '../audit/audit.server.ts';
import { createRenewalLink, deleteLinks } from '../people/links.server.ts';
import { verifyPassword } from '../people/password.server.ts';
import { consumeCodeToSignIn } from './second-factor.server.ts';
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
 * The result of signing in: the token of the new `session`; that of the link with which the person has to connect the app
 * again first, `renewal`; or why there is neither: `outdated` if the code is from the app that has to be connected again,
 * `wrong` if anything is wrong.
 */
export type SignInResult = { session: string } | { renewal: string } | { problem: 'outdated' | 'wrong' };

/**
 * Signs a person in. An unknown address, a disabled account, a wrong password and a wrong code have the same outcome,
 * and take the same time.
 */
export async function signIn(
  database: Database,
  { email, password, code, isOwnDevice, earlierSession }: Credentials,
  now: number,
): Promise<SignInResult> {
  const row = await database
    .selectFrom('desk_people')
    .select(['id', 'password'])
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isPasswordCorrect = await verifyPassword(password, row?.password);
  return database.transaction().execute(async (transaction): Promise<SignInResult> => {
    const record = (action: AuditAction, personId: string | null) =>
      recordAudit(transaction, { at: now, personId, action, subject: row?.id ?? null });
    if (!row || !isPasswordCorrect) {
      await record('sign_in_refused', null);
      return { problem: 'wrong' };
    }
    switch (await consumeCodeToSignIn(transaction, row.id, code, now)) {
      case 'accepted':
        await record('signed_in', row.id);
        if (earlierSession !== undefined) await endSession(transaction, earlierSession);
        await removeEndedSessions(transaction, now);
        return { session: await startSession(transaction, row.id, isOwnDevice, now) };
      case 'renews':
        await record('app_renewal_begun', row.id);
        return { renewal: await createRenewalLink(transaction, row.id, now) };
      case 'outdated':
        await record('app_refused', null);
        return { problem: 'outdated' };
      case 'refused':
        // Recorded differently from a wrong password, because somebody else may know the password.
        await record('code_refused', null);
        return { problem: 'wrong' };
    }
  });
}

/** Ends all sessions of a person, on every device (ASVS 5.0, 7.4.5), and what a sign-in elsewhere has begun. */
export async function signOutEverywhere(database: Database, { person }: Session, now: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('desk_sessions').where('person_id', '=', person.id).execute();
    await deleteLinks(transaction, person.id);
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
