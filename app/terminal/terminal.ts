import { styleText } from 'node:util';
import { type Cell, type Colour, tableLines } from './table/table.ts';

/**
 * Makes visitor input safe for a terminal by replacing control characters and removing bidi embeddings, overrides and
 * isolates, which affect other text.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

/** Whether standard output is a terminal, not a file or a pipe. */
export const isTerminal = process.stdout.isTTY;

/** Prints a line to standard output. */
export function printLine(line: string): void {
  console.log(line);
}

/** Prints a table: aligned, truncated and coloured on a terminal (respecting NO_COLOR), otherwise tab-separated. */
export function printTable(rows: readonly (readonly Cell[])[]): void {
  for (const line of tableLines(rows, isTerminal ? process.stdout.columns : undefined, paint)) printLine(line);
}

/** Prints JSON. @param indent 0 for a single line, as in JSON lines */
export function printJson(value: unknown, indent = 2): void {
  printLine(jsonText(value, indent));
}

/** Serialises JSON, and escapes control characters that JSON allows but terminals interpret. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function paint(colour: Colour, text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}
