import { toLatinDigits, withoutBidiMarks } from './digits.ts';

/** A longer text is no code, whatever is removed from it. */
const maxTypedLength = 100;

/**
 * Returns a code that a person typed or pasted: in upper case, with the digits of any keyboard (Arabic, Persian,
 * full-width) as 0–9, and without spaces, hyphens of any kind, direction marks and other invisible characters.
 */
export function typedCode(typed: string): string {
  return toLatinDigits(withoutBidiMarks(typed.slice(0, maxTypedLength).normalize('NFKC')))
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .toUpperCase();
}
