/**
 * The rules of the contact fields (spec, section 5). This module does not use zod, so that browser-side checks can share it.
 */

export const nameLength = { min: 2, max: 120 };
export const emailLength = { max: 254 };

/** An email address as specified: one @ with a dot somewhere after it, and no spaces. */
export const emailPattern = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@][^\s\p{Cc}@.]*\.[^\s\p{Cc}@]+$/u;

/** A normalised phone number: an optional plus and 7 to 15 digits, the maximum of E.164. */
export const phonePattern = /^\+?[0-9]{7,15}$/;

/** A typed phone number, for the `pattern` attribute: digits of any script, separated by punctuation and spaces. */
export const typedPhonePattern = String.raw`[^\p{L}\p{N}]*(?:\p{Nd}[^\p{L}\p{N}]*){7,15}`;
