/**
 * The rules of the contact fields (spec, section 5). This module does not use zod, so that browser-side checks can share it.
 * The patterns of typed text are for the `pattern` attribute, and for the server, so that both accept the same.
 */

export const nameLength = { min: 2, max: 120 };
export const emailLength = { max: 254 };

/**
 * A typed email address: one @ with a dot somewhere after it, and no spaces (spec, section 5). The only group is the
 * address, without its owner's name, `mailto:` or another label, and the punctuation that was copied with it.
 */
export const typedEmailPattern =
  String.raw`(?:[^@<>\p{Cc}]*(?=<))?[\s\p{Cf}\p{Ps}\p{Pi}\p{Pf}\p{Po}<]*(?:[\p{L}\-]+:\s*)?` +
  String.raw`([^\s\p{C}\p{Ps}\p{Pi}\p{Pf}\p{Po}<>][^\s\p{Cc}@<>]*@[^\s\p{Cc}@.<>]+\.[^\s\p{Cc}@<>?]*[\p{L}\p{M}\p{N}])` +
  String.raw`(?:\?[^\s@]*)?[^\p{L}\p{N}@]*`;

/** Whatever is neither a letter nor a number nor a plus separates the digits of a phone number. */
const separators = String.raw`[^\p{L}\p{N}+＋]*`;
const digits = String.raw`(?:\p{Nd}${separators}){7,15}`;

/**
 * A typed phone number: 7 to 15 digits of any script (the maximum of E.164) between separators, with a plus in front or, as
 * it happens on a right-to-left page, at the end. The scheme `tel:` of a copied link may precede it.
 */
export const typedPhonePattern =
  String.raw`(?:${separators}(?:tel|Tel|TEL)(?!\p{L}))?${separators}` +
  String.raw`(?:[+＋]${separators}${digits}|${digits}(?:[+＋]${separators})?)`;
