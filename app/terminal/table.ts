import { cutToWidth, displayWidth } from './display-width.ts';
import { spreadsheetCell } from './spreadsheet-cell.ts';

export type Colour = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

/** A cell of a table: one line without control characters (see `printable`). */
export interface Cell {
  text: string;
  colour?: Colour;
}

const gap = 2;

/**
 * Formats the lines of a table. With a width, columns are aligned and lines are truncated; without one, cells are separated
 * by tabs for other programs, including spreadsheets.
 * @param paint colours a text; called after truncation, so that widths are not affected
 */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  width: number | undefined,
  paint: (colour: Colour, text: string) => string,
): string[] {
  const painted = ({ colour }: Cell, text: string) => (colour && text ? paint(colour, text) : text);
  if (width === undefined) {
    return rows.map((row) => row.map((cell) => painted(cell, spreadsheetCell(cell.text))).join('\t'));
  }
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(text))));
  }
  return rows.map((row) => {
    let line = '';
    let remaining = width;
    row.forEach((cell, column) => {
      const text = cutToWidth(cell.text, remaining);
      const isLast = column === row.length - 1;
      const padding = isLast ? 0 : Math.min((widths[column] ?? 0) + gap, remaining) - displayWidth(text);
      line += painted(cell, text) + ' '.repeat(padding);
      remaining -= displayWidth(text) + padding;
    });
    return line.trimEnd();
  });
}
