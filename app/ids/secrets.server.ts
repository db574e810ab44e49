import { createHash, randomBytes } from 'node:crypto';

/** A new token for a URL or a hidden field: 128 random bits as 22 URL-safe characters. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** The stored hash of a token (SHA-256). No salt is needed, because 128 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A new random id for a row. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}
