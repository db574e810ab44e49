/** Characters that take two columns: wide East Asian characters and emoji (UAX 11, main blocks). */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
/** Characters that take no column: combining marks and format characters. */
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Returns the width of a text on a terminal, in columns. Arabic letters take one column, their marks none. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((width, character) => width + widthOf(character), 0);
}

/** Truncates a text to a number of columns; a truncated text ends with `…`. */
export function truncateToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let width = 0;
  let truncated = '';
  for (const character of text) {
    width += widthOf(character);
    if (width > columns - 1) break;
    truncated += character;
  }
  return columns > 0 ? `${truncated}…` : '';
}

function widthOf(character: string): number {
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
