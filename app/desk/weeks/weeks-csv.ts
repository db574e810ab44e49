import { escapeFormulas } from '#app/terminal/table/escape-formulas.ts';
import type { DeskTexts } from '../texts/desk-texts.ts';
import type { Week } from './read-weeks.server.ts';

const minute = 60_000;

/**
 * Returns the weeks as CSV for a spreadsheet, one line for each week, kind and country, oldest first. It starts with a
 * byte order mark and separates cells with semicolons, as Excel expects in Germany; no cell can be run as a formula.
 */
export function weeksCsv(
  weeks: readonly Week[],
  { texts, kindName, countryName }: WeekNames & { texts: DeskTexts['weeks'] },
): string {
  const lines = [...weeks]
    .reverse()
    .flatMap(({ start, groups }) =>
      groups.map(({ kind, country, count, timeToTake, timeToClose }) => [
        start,
        kindName(kind),
        countryName(country),
        count,
        ...[timeToTake, timeToClose].flatMap((durations) =>
          durations.count === 0
            ? [0, '', '']
            : [durations.count, Math.round(durations.median / minute), Math.round(durations.longest / minute)],
        ),
      ]),
    );
  const {
    week,
    kind,
    country,
    requests,
    taken,
    medianToTaken,
    longestToTaken,
    closed,
    medianToClosed,
    longestToClosed,
  } = texts.column;
  const header = [
    ...[week, kind, country, requests, taken, medianToTaken, longestToTaken],
    ...[closed, medianToClosed, longestToClosed],
  ];
  return `\uFEFF${[header, ...lines].map((line) => `${line.map(cell).join(';')}\r\n`).join('')}`;
}

/** The names of kinds and countries in the person's language. */
export interface WeekNames {
  kindName: (kind: Week['kinds'][number]['kind']) => string;
  countryName: (country: string) => string;
}

/** Quotes a cell if it has to be (RFC 4180). */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : escapeFormulas(value);
  return /[";\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
