import { Secret } from 'otpauth';

/** Bytes of a secret; RFC 4226, section 4, demands 16 and recommends 20. More than 20 tell it from a derived one. */
const secretBytes = 25;
/** Length in base32 of the secrets that earlier versions derived from the address of a one-time link (20 bytes). */
const derivedLength = 32;

/** Returns a new random secret for an authenticator app, in base32. */
export function newAppSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/**
 * Returns whether a secret was derived from the address of a one-time link, as in earlier versions. Whoever has seen that
 * address has the secret too, so its codes prove nothing, and the app has to be connected again. The length tells, rather
 * than a column of its own, because a process of an earlier version may write such a secret at any time.
 */
export function isDerivedSecret(secret: string | null): boolean {
  return secret?.length === derivedLength;
}
