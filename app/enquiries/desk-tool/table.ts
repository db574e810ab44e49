import { cutToWidth, displayWidth } from './display-width.ts';

export type Colour = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

/** What stands in one field of a table: one line without control characters (`printable`). */
export interface Cell {
  text: string;
  colour?: Colour;
}

const gap = 2;

/**
 * The lines of a table. With a width they are aligned and cut to it, and a field of a longer line gives way to those
 * before it; without one, fields are separated by tabs for other programs.
 * @param paint puts a text into a colour; called with what is shown, so that widths stay right
 */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  width: number | undefined,
  paint: (colour: Colour, text: string) => string,
): string[] {
  const painted = ({ colour }: Cell, text: string) => (colour && text ? paint(colour, text) : text);
  if (width === undefined) return rows.map((row) => row.map((cell) => painted(cell, cell.text)).join('\t'));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(text))));
  }
  return rows.map((row) => {
    let line = '';
    let left = width;
    row.forEach((cell, column) => {
      const text = cutToWidth(cell.text, left);
      const isLast = column === row.length - 1;
      const padding = isLast ? 0 : Math.min((widths[column] ?? 0) + gap, left) - displayWidth(text);
      line += painted(cell, text) + ' '.repeat(padding);
      left -= displayWidth(text) + padding;
    });
    return line.trimEnd();
  });
}
