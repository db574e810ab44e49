import type { Database } from '#app/database/database.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { deleteLinks, findLink } from '../people/links.server.ts';
import { hashPassword } from '../people/password.server.ts';
import { hashRecoveryCodes, newRecoveryCodes, stepOfCode } from './second-factor.server.ts';

/**
 * Opens an account with a one-time link: sets the password, sets up the authenticator app, and ends all earlier
 * sessions. A link that keeps the password only sets up the app. The link and the code work only once.
 * @param password one that has passed `checkPassword`; unused if the link keeps the password
 * @param code a code of the authenticator app, which proves that it has the secret
 * @returns the recovery codes, which are shown once; `code` if the code is wrong; `link` if the link has been used
 */
export async function join(
  database: Database,
  token: string,
  { password, code }: { password: string; code: string },
  now: number,
): Promise<{ recoveryCodes: string[] } | { problem: 'code' | 'link' }> {
  const opened = await findLink(database, token, now);
  if (!opened) return { problem: 'link' };
  const step = stepOfCode(opened.secret, code, now);
  if (step === undefined) return { problem: 'code' };
  const newPassword = opened.keepsPassword ? {} : { password: await hashPassword(password) };
  const recoveryCodes = newRecoveryCodes();
  return database.transaction().execute(async (transaction) => {
    const link = await findLink(transaction, token, now);
    if (!link) return { problem: 'link' };
    const { personId, secret, keepsPassword } = link;
    await deleteLinks(transaction, personId);
    await transaction.deleteFrom('desk_sessions').where('person_id', '=', personId).execute();
    await transaction
      .updateTable('desk_people')
      .set({
        ...newPassword,
        totp_secret: secret,
        totp_step: step,
        recovery_codes: hashRecoveryCodes(recoveryCodes),
      })
      .where('id', '=', personId)
      .execute();
    const action = keepsPassword ? 'app_renewed' : 'person_joined';
    await recordAudit(transaction, { at: now, personId, action, subject: personId });
    return { recoveryCodes };
  });
}

/** Changes a person's password and ends all sessions (ASVS 5.0, 7.4.3), and what was begun with the old password. */
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
    await deleteLinks(transaction, personId);
    await recordAudit(transaction, { at: now, personId, action: 'password_changed', subject: personId });
  });
}
