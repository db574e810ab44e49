/**
 * What precedes a formula: possibly a separator or quotation mark, and spaces and invisible characters, of which tabs are
 * separators too. Each is looked at from its beginning only, which takes time in proportion to the text.
 */
const formulaStart = /([,;|"“”]|(?<![\s\p{Cf}']))([\s\p{Cf}']*)(?=[=+\-@＝＋－＠])/gu;

/**
 * Puts an apostrophe before formulas in a text, so that spreadsheets do not run them (OWASP, CSV injection): wherever a
 * spreadsheet may start a cell, which is at the start of the text or after a separator or quotation mark.
 */
export function escapeFormulas(text: string): string {
  return text.replace(formulaStart, (match, separator: string, spaces: string, offset: number) => {
    if (separator !== '' || offset === 0) return `${separator}'${spaces}`;
    const [beforeTab = '', ...afterTab] = spaces.split('\t');
    return afterTab.length > 0 ? `${beforeTab}\t'${afterTab.join('\t')}` : match;
  });
}
