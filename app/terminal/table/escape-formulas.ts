/**
 * A formula wherever a spreadsheet may start a cell: at the start of the text or after a separator or quotation mark,
 * with spaces and invisible characters in between.
 */
const formulaStart = /(^|[,;|\t"“”])([\s\p{Cf}']*)(?=[=+\-@＝＋－＠])/gu;

/** Puts an apostrophe before formulas in a text, so that spreadsheets do not run them (OWASP, CSV injection). */
export function escapeFormulas(text: string): string {
  return text.replace(formulaStart, "$1'$2");
}
