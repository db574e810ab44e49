/** Two columns on a terminal: East Asian wide letters and pictures (Unicode's UAX 11, in its large blocks). */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
/** None: marks above and below a letter, and what only steers how text is shown. */
const none = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** How many columns of a terminal a text takes. Arabic letters take one each, their marks none. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((width, character) => width + widthOf(character), 0);
}

/** The beginning of a text that fits into so many columns; where something is left out, its last sign is `…`. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let width = 0;
  let cut = '';
  for (const character of text) {
    width += widthOf(character);
    if (width > columns - 1) break;
    cut += character;
  }
  return columns > 0 ? `${cut}…` : '';
}

function widthOf(character: string): number {
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
