// Kept apart from the schemas so that the browser can import the limits without zod.

/** The maximum length of single-line text (characters). */
export const singleLineLength = { max: 200 };
/** The maximum length of multi-line text (characters), enough for several pages. */
export const multiLineLength = { max: 5000 };
