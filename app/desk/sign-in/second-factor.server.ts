import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Tables } from '#app/database/tables.ts';
import { newReadableCode } from '#app/ids/readable-code.ts';

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
  const digits = code.replace(/\s/g, '');
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
 * Uses up a code of the authenticator app, or a recovery code: each is accepted once, even if several processes check
 * it at the same time.
 * @returns whether the code was accepted
 */
export async function consumeCode(
  transaction: Transaction<Tables>,
  personId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('desk_people')
    .select(['totp_secret', 'recovery_codes'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (!row?.totp_secret) return false;
  const step = stepOfCode(row.totp_secret, code, now);
  if (step !== undefined) {
    const { numUpdatedRows } = await transaction
      .updateTable('desk_people')
      .set({ totp_step: step })
      .where('id', '=', personId)
      .where('totp_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const hash = hashRecoveryCode(code);
  const codes = JSON.parse(row.recovery_codes) as string[];
  if (!codes.includes(hash)) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('desk_people')
    .set({ recovery_codes: JSON.stringify(codes.filter((other) => other !== hash)) })
    .where('id', '=', personId)
    .where('recovery_codes', '=', row.recovery_codes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Hashes a recovery code as typed from paper: with spaces or hyphens, in any case, and with `O`, `I` and `L` for
 * digits.
 */
function hashRecoveryCode(code: string): string {
  const typed = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(typed).digest('hex');
}

function totp(secret: string, label?: string, issuer?: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period, digits: 6, algorithm: 'SHA1' });
}
