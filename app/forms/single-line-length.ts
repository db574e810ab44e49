/** Maximum lengths of texts in characters. Without zod, so that the browser can share them. */

/** Of a single-line text. */
export const singleLineLength = { max: 200 };
/** Of a multi-line text: some pages. */
export const textLength = { max: 5000 };
