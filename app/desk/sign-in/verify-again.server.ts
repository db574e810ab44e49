import type { Database } from '#app/database/database.server.ts';
import { consumeCode } from './second-factor.server.ts';
import { countWrongEntry, markVerified, type Session } from './sessions.server.ts';

/**
 * Checks a code that a signed-in person enters before something sensitive, after which they are not asked again for a
 * few minutes. Several wrong codes end the session.
 * @returns whether the code was correct
 */
export function verifyAgain(
  database: Database,
  { token, person }: Session,
  code: string,
  now: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const isAccepted = await consumeCode(transaction, person.id, code, now);
    await (isAccepted ? markVerified(transaction, token, now) : countWrongEntry(transaction, token));
    return isAccepted;
  });
}
