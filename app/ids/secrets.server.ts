import { createHash, randomBytes } from 'node:crypto';

/** Returns a new token for a URL or a hidden field: 128 random bits as 22 URL-safe characters. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns the SHA-256 hash under which a token is stored. It needs no salt: 128 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns a random id for a new database row. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}
