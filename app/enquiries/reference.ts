import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { newSpokenCode, spokenAlphabet } from '#app/ids/spoken-code.ts';

const referenceLength = 8;

/** A new reference: 8 characters, 40 random bits. The database ensures uniqueness. */
export function newReference(): string {
  return newSpokenCode(referenceLength);
}

/** Formats a reference as `ABCD-EFGH`, which is easier to read aloud. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}

/**
 * Parses a typed reference: any case, with or without hyphen and spaces, O for 0, I or L for 1.
 * @returns 8 characters; undefined if it cannot be a reference
 */
export function parseReference(typed: string): string | undefined {
  const reference = toLatinDigits(withoutBidiMarks(typed))
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const isReference =
    reference.length === referenceLength && Array.from(reference).every((letter) => spokenAlphabet.includes(letter));
  return isReference ? reference : undefined;
}
