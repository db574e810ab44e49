/** The alphabet of Crockford's base32. It omits I, L, O and U so that codes can be read aloud and written down reliably. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code of `length` characters. Each character holds 5 bits. */
export function newReadableCode(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => crockfordAlphabet[byte & 31]).join('');
}
