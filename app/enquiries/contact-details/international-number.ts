/**
 * Returns the digits of a normalised phone number with its country code, as `https://wa.me/` requires them; undefined if
 * the number has no country code.
 */
export function internationalNumber(phone: string): string | undefined {
  return /^(?:\+|00)([1-9][0-9]{6,14})$/.exec(phone)?.[1];
}
