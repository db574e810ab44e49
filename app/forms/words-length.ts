/** How many characters texts may have. Free of zod, so that the browser's fields can share them. */

/** A place, a name or a few words. */
export const wordsLength = { max: 200 };
/** A description: some pages of text. */
export const textLength = { max: 5000 };
