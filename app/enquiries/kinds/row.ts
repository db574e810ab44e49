import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { StaffLanguage } from '#app/i18n/languages.ts';
import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';
import type { TypedPlace } from '#app/places/place-text.ts';

/**
 * The value of a row: typed text (`text` on one line, `multilineText` on several, `ltr` left to right), or a value that
 * has yet to be formatted.
 */
export type RowValue =
  | { text: string }
  | { multilineText: string }
  | { ltr: string }
  | { date: IsoDate }
  | { place: TypedPlace }
  | { choices: readonly Choice[] }
  /** Unix time in ms, shown in that time zone (IANA name). */
  | { moment: number; timeZone: string }
  | { language: StaffLanguage };

/** One row of an enquiry's summary. */
export interface Row {
  label: RowLabel;
  value: RowValue;
}

/** Returns the rows that have a value, in order. */
export function statedRows(rows: readonly (Row | undefined)[]): Row[] {
  return rows.filter((row) => row !== undefined);
}

/** Returns the row for one or more choices; undefined if nothing was chosen. */
export function choicesRow(label: RowLabel, chosen: Choice | readonly Choice[] | undefined): Row | undefined {
  const choices = chosen === undefined ? [] : [chosen].flat();
  return choices.length === 0 ? undefined : { label, value: { choices } };
}

/** Returns the row for a single-line text; undefined if there is none. */
export function textRow(label: RowLabel, text: string | undefined): Row | undefined {
  return text === undefined ? undefined : { label, value: { text } };
}

/** Returns the row for a multi-line text; undefined if there is none. */
export function multilineRow(label: RowLabel, multilineText: string | undefined): Row | undefined {
  return multilineText === undefined ? undefined : { label, value: { multilineText } };
}

/** Returns the row for a number; undefined if there is none. */
export function numberRow(label: RowLabel, value: number | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { ltr: String(value) } };
}
