/** The alphabet of Crockford's base32. It omits I, L, O and U so that codes can be read aloud and written down reliably. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Random bytes for the next codes. One call to the generator serves many codes, because each call costs microseconds.
 */
const pool = new Uint8Array(1024);
let used = pool.length;

/** Returns a random code of `length` characters (at most 1,024). Each character holds 5 random bits. */
export function newReadableCode(length: number): string {
  if (used + length > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + length);
  used += length;
  let code = '';
  for (const byte of bytes) code += crockfordAlphabet.charAt(byte & 31);
  return code;
}
