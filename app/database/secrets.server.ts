import { createHash, randomBytes } from 'node:crypto';

/** A secret for an address or a hidden field: 128 random bits, 22 characters that are safe in a URL. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** What the database keeps of a token. A plain hash is enough: 128 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** An id for a row, of no meaning. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}
