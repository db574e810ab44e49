import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Tables } from '#app/database/tables.ts';
import { typedCode } from '#app/i18n/input/typed-code.ts';
import { newReadableCode } from '#app/ids/readable-code.ts';
import { isDerivedSecret } from '../people/app-secret.server.ts';

/** How long a code is valid (s); the value that authenticator apps expect (RFC 6238, section 5.2). */
const period = 30;
const recoveryCodeCount = 10;
const recoveryCodeLength = 10;

/** Returns the URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, email: string, issuer: string): string {
  return totp(secret, email, issuer).toString();
}

/**
 * Returns the time step of a code from an authenticator app; undefined if the code is wrong. A phone's clock may be up
 * to a step ahead or behind.
 * @param now Unix time in ms
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const digits = typedCode(code);
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = totp(secret).validate({ token: digits, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
}

/** Returns new recovery codes, each of which replaces the authenticator app once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => newReadableCode(recoveryCodeLength));
}

/**
 * Returns the hashes of recovery codes, as the JSON that is stored. A fast hash is enough, because the codes have 50
 * random bits, and sign-in checks the slow hash of the password first.
 */
export function hashRecoveryCodes(codes: readonly string[]): string {
  return JSON.stringify(codes.map(hashRecoveryCode));
}

/**
 * What a code is worth: `accepted` if it is right; `renews` if it is a recovery code of somebody who has to connect the
 * app again; `outdated` if it is from the app that they have to replace; otherwise `refused`.
 */
export type CodeResult = 'accepted' | 'renews' | 'outdated' | 'refused';

/**
 * Uses up a code of the authenticator app, or a recovery code: each is accepted once, even if several processes check
 * it at the same time.
 * @returns never `renews`: the recovery codes of somebody who has to connect the app again are accepted
 */
export async function consumeCode(
  transaction: Transaction<Tables>,
  personId: string,
  code: string,
  now: number,
): Promise<Exclude<CodeResult, 'renews'>> {
  const row = await readFactors(transaction, personId);
  if (!row?.totp_secret) return 'refused';
  const step = stepOfCode(row.totp_secret, code, now);
  if (step !== undefined) {
    if (isDerivedSecret(row.totp_secret)) return 'outdated';
    const { numUpdatedRows } = await transaction
      .updateTable('desk_people')
      .set({ totp_step: step })
      .where('id', '=', personId)
      .where('totp_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'accepted' : 'refused';
  }
  const hash = hashRecoveryCode(code);
  const codes = JSON.parse(row.recovery_codes) as string[];
  if (!codes.includes(hash)) return 'refused';
  const { numUpdatedRows } = await transaction
    .updateTable('desk_people')
    .set({ recovery_codes: JSON.stringify(codes.filter((other) => other !== hash)) })
    .where('id', '=', personId)
    .where('recovery_codes', '=', row.recovery_codes)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'accepted' : 'refused';
}

/**
 * Like {@link consumeCode}, for signing in. A recovery code of somebody who has to connect the app again is not used up:
 * connecting it replaces all of them, and until then, whoever closes the tab can begin again.
 */
export async function consumeCodeToSignIn(
  transaction: Transaction<Tables>,
  personId: string,
  code: string,
  now: number,
): Promise<CodeResult> {
  const row = await readFactors(transaction, personId);
  const mustRenew = row !== undefined && isDerivedSecret(row.totp_secret);
  const isRecoveryCode = mustRenew && (JSON.parse(row.recovery_codes) as string[]).includes(hashRecoveryCode(code));
  return isRecoveryCode ? 'renews' : consumeCode(transaction, personId, code, now);
}

function readFactors(transaction: Transaction<Tables>, personId: string) {
  return transaction
    .selectFrom('desk_people')
    .select(['totp_secret', 'recovery_codes'])
    .where('id', '=', personId)
    .executeTakeFirst();
}

/** Hashes a recovery code as typed from paper, see `typedCode`, and with `O`, `I` and `L` for digits. */
function hashRecoveryCode(code: string): string {
  const typed = typedCode(code).replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(typed).digest('hex');
}

function totp(secret: string, label?: string, issuer?: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period, digits: 6, algorithm: 'SHA1' });
}
