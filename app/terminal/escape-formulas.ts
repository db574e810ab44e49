/**
 * Where a spreadsheet may start a cell: at the start of the text, and after separators and quotation marks, also followed by
 * spaces and invisible characters.
 */
const formula = /(^|[,;|\t"“”])([\s\p{Cf}']*)(?=[=+\-@＝＋－＠])/gu;

/** Escapes formulas in a text with an apostrophe (OWASP, CSV injection). */
export function spreadsheetCell(text: string): string {
  return text.replace(formula, "$1'$2");
}
