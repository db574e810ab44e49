/** More than 30 combining marks in a row, which no language uses. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Limits text to 30 combining marks in a row (UAX #15, Stream-Safe Text Format), because `normalize` sorts the marks of
 * a letter in quadratic time.
 */
export function streamSafe(text: string): string {
  return text.replace(excessMarks, '$1');
}
