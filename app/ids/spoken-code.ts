/** Crockford's base32: without I, L, O and U, so that a code can be read aloud and written down. */
export const spokenAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code of `length` characters with 5 bits each. */
export function newSpokenCode(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => spokenAlphabet[byte & 31]).join('');
}
