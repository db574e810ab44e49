import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { verifyPassword } from '../people/password.server.ts';
import { consumeCode } from './second-factor.server.ts';
import { countEntry, endSession, markVerified, type Session } from './sessions.server.ts';

// What a signed-in person enters again before something sensitive. Every wrong entry is in the audit log, and several of
// them end the session.

/**
 * Checks a code, after which the person is not asked again for a few minutes.
 * @returns whether the code was correct
 */
export function verifyAgain(database: Database, session: Session, code: string, now: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const entriesLeft = await countEntry(transaction, session.token);
    return judge(transaction, session, entriesLeft, now, () => checkCode(transaction, session, code, now));
  });
}

/**
 * Checks the current password and a code, which count as one entry.
 * @returns what was wrong; undefined if both were correct
 */
export async function verifyPasswordAndCode(
  database: Database,
  session: Session,
  { password, code }: { password: string; code: string },
  now: number,
): Promise<'password' | 'code' | undefined> {
  // In a transaction of its own, because hashing a password takes too long for one.
  const entriesLeft = await countEntry(database, session.token);
  const row = await database
    .selectFrom('desk_people')
    .select('password')
    .where('id', '=', session.person.id)
    .executeTakeFirst();
  const isPasswordCorrect = entriesLeft !== undefined && (await verifyPassword(password, row?.password));
  return database.transaction().execute(async (transaction) => {
    const isCorrect = await judge(transaction, session, entriesLeft, now, () =>
      isPasswordCorrect ? checkCode(transaction, session, code, now) : Promise.resolve(false),
    );
    if (isCorrect) return undefined;
    return isPasswordCorrect ? 'code' : 'password';
  });
}

async function checkCode(transaction: Transaction<Tables>, { person }: Session, code: string, now: number) {
  return (await consumeCode(transaction, person.id, code, now)) === 'accepted';
}

/**
 * Checks an entry that has been counted, and records its outcome.
 * @param entriesLeft see `countEntry`
 */
async function judge(
  transaction: Transaction<Tables>,
  { token, person }: Session,
  entriesLeft: number | undefined,
  now: number,
  check: () => Promise<boolean>,
): Promise<boolean> {
  if (entriesLeft !== undefined && (await check())) {
    await markVerified(transaction, token, now);
    return true;
  }
  const entry = { at: now, personId: person.id, subject: person.id };
  await recordAudit(transaction, { ...entry, action: 'entry_refused' });
  if (!entriesLeft && (await endSession(transaction, token))) {
    await recordAudit(transaction, { ...entry, action: 'session_ended' });
  }
  return false;
}
