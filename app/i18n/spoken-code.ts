/** Crockford's base32: no I, L, O or U, so that a code survives being read aloud and written down. */
export const spokenAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code of so many characters, 5 bits each. */
export function newSpokenCode(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => spokenAlphabet[byte & 31]).join('');
}
