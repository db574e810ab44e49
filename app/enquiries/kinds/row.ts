import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { StaffLanguage } from '#app/i18n/languages.ts';
import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';
import type { TypedPlace } from '#app/places/place-text.ts';

/**
 * The value of a row: typed text (`text` on one line, `multilineText` on several, `ltr` left-to-right) or a value to format.
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
