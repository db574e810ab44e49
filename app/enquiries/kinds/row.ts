import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';
import type { WrittenPlace } from '#app/places/place-text.ts';

/** The value of a row: text as typed (`words`: one line, `lines`: several, `latin`: left-to-right), or to be formatted. */
export type RowValue =
  | { words: string }
  | { lines: string }
  | { latin: string }
  | { date: IsoDate }
  | { place: WrittenPlace }
  | { choices: readonly Choice[] };

/** A row of an enquiry's summary. */
export interface Row {
  label: RowLabel;
  value: RowValue;
}
