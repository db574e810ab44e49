import { displayWidth, truncateToWidth } from './display-width.ts';
import { escapeFormulas } from './escape-formulas.ts';

export type Colour = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

/** A cell of a table. Its text is one line without control characters (see `printable`). */
export interface Cell {
  text: string;
  colour?: Colour;
}

const gap = 2;

/**
 * Formats the lines of a table. With a width, it aligns columns and truncates lines. Without one, it separates cells
 * with tabs for other programs, including spreadsheets.
 * @param width in columns of the terminal; undefined for other programs
 * @param paint colours a text; called after truncation, so that colours do not affect widths
 */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  width: number | undefined,
  paint: (colour: Colour, text: string) => string,
): string[] {
  const painted = ({ colour }: Cell, text: string) => (colour && text ? paint(colour, text) : text);
  if (width === undefined) {
    return rows.map((row) => row.map((cell) => painted(cell, escapeFormulas(cell.text))).join('\t'));
  }
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(text))));
  }
  return rows.map((row) => {
    let line = '';
    let remaining = width;
    row.forEach((cell, column) => {
      const text = truncateToWidth(cell.text, remaining);
      const isLast = column === row.length - 1;
      const padding = isLast ? 0 : Math.min((widths[column] ?? 0) + gap, remaining) - displayWidth(text);
      line += painted(cell, text) + ' '.repeat(padding);
      remaining -= displayWidth(text) + padding;
    });
    return line.trimEnd();
  });
}
