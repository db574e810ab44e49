import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { crockfordAlphabet, newReadableCode } from '#app/ids/readable-code.ts';

const referenceLength = 8;

/** Returns a random reference: 8 characters with 40 random bits. The database ensures that it is unique. */
export function newReference(): string {
  return newReadableCode(referenceLength);
}

/** Formats a reference as `ABCD-EFGH`, which is easier to read aloud. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}

/**
 * Parses a typed reference. Accepts any case, any hyphens and spaces, O for 0, and I or L for 1.
 * @returns the 8 characters; undefined if `typed` cannot be a reference
 */
export function parseReference(typed: string): string | undefined {
  const reference = toLatinDigits(withoutBidiMarks(typed))
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const isValid =
    reference.length === referenceLength &&
    Array.from(reference).every((character) => crockfordAlphabet.includes(character));
  return isValid ? reference : undefined;
}
