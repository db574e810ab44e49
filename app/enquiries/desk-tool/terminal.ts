import { styleText } from 'node:util';
import { tableLines, type Cell, type Colour } from './table.ts';

/**
 * Text of a visitor for a terminal, which must not obey it: no control characters, no marks that turn the direction of
 * what stands around.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

/** Whether somebody looks at it; otherwise it goes to a file or another program. */
export const isTerminal = process.stdout.isTTY;

export function say(line: string): void {
  console.log(line);
}

/** A table: aligned, cut and coloured on a terminal (NO_COLOR is obeyed), plain lines with tabs elsewhere. */
export function sayTable(rows: readonly (readonly Cell[])[]): void {
  for (const line of tableLines(rows, isTerminal ? process.stdout.columns : undefined, paint)) say(line);
}

/** @param indent 0 for one line: a record of JSON lines */
export function sayJson(value: unknown, indent = 2): void {
  say(jsonText(value, indent));
}

/** JSON leaves some control characters as they are, which a terminal may obey. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function paint(colour: Colour, text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}
