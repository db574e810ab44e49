import type { Database } from '#app/database/database.server.ts';
import { consumeCode } from './second-factor.server.ts';
import { markVerified, type Session } from './sessions.server.ts';

/**
 * Accepts a code that a signed-in person enters before something sensitive; it counts for a few minutes.
 * @returns whether the code was right
 */
export function verifyAgain(
  database: Database,
  { token, person }: Session,
  code: string,
  now: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const isAccepted = await consumeCode(transaction, person.id, code, now);
    if (isAccepted) await markVerified(transaction, token, now);
    return isAccepted;
  });
}
