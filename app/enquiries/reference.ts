import { toLatinDigits, withoutBidiMarks } from '#app/i18n/digits.ts';
import { newSpokenCode, spokenAlphabet } from '#app/i18n/spoken-code.ts';

export const referenceLength = 8;

/** A new reference: 8 characters, 40 random bits. Uniqueness is the database's to promise. */
export function newReference(): string {
  return newSpokenCode(referenceLength);
}

/** `ABCD-EFGH`, easier to read aloud. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}

/**
 * The reference somebody typed or heard: any case, with or without hyphen and spaces, O for 0, I or L for 1.
 * @returns undefined when it cannot be a reference.
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
