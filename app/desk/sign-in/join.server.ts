import type { Database } from '#app/database/database.server.ts';
import { hashToken } from '#app/ids/secrets.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { personOfLink, totpSecretOfLink } from '../people/links.server.ts';
import { hashPassword } from '../people/password.server.ts';
import { hashRecoveryCodes, newRecoveryCodes, stepOfCode } from './second-factor.server.ts';

/**
 * Opens an account with a one-time link: sets the password, sets up the authenticator app, and ends all earlier
 * sessions. The link and the code work only once.
 * @param password one that has passed `checkPassword`
 * @param code a code of the authenticator app, which proves that it has the secret
 * @returns the recovery codes, which are shown once; `code` if the code is wrong; `link` if the link has been used
 */
export async function join(
  database: Database,
  token: string,
  { password, code }: { password: string; code: string },
  now: number,
): Promise<{ recoveryCodes: string[] } | { problem: 'code' | 'link' }> {
  const secret = totpSecretOfLink(token);
  const step = stepOfCode(secret, code, now);
  if (step === undefined) return { problem: 'code' };
  const passwordHash = await hashPassword(password);
  const recoveryCodes = newRecoveryCodes();
  return database.transaction().execute(async (transaction) => {
    const personId = await personOfLink(transaction, token, now);
    if (personId === undefined) return { problem: 'link' };
    await transaction.deleteFrom('desk_links').where('token_hash', '=', hashToken(token)).execute();
    await transaction.deleteFrom('desk_sessions').where('person_id', '=', personId).execute();
    await transaction
      .updateTable('desk_people')
      .set({
        password: passwordHash,
        totp_secret: secret,
        totp_step: step,
        recovery_codes: hashRecoveryCodes(recoveryCodes),
      })
      .where('id', '=', personId)
      .execute();
    await recordAudit(transaction, { at: now, personId, action: 'person_joined', subject: personId });
    return { recoveryCodes };
  });
}

/** Changes a person's password and ends all sessions (ASVS 5.0, 7.4.3). */
export async function changePassword(
  database: Database,
  personId: string,
  password: string,
  now: number,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('desk_people').set({ password: passwordHash }).where('id', '=', personId).execute();
    await transaction.deleteFrom('desk_sessions').where('person_id', '=', personId).execute();
    await recordAudit(transaction, { at: now, personId, action: 'password_changed', subject: personId });
  });
}
