import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { type RefinementContext, reject, textSchema } from './text-schema.ts';

/** Returns the schema of an optional time of day, as `HH:mm`. */
export function timeField() {
  return textSchema('time_invalid', parseTime).optional();
}

/** Normalises a typed time: `٩:٣٠` becomes `09:30`. */
function parseTime(typed: string, context: RefinementContext): string | undefined {
  const text = toLatinDigits(withoutBidiMarks(typed)).trim();
  if (text === '') return undefined;
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours !== '' && Number(hours) < 24 && Number(minutes) < 60) return `${hours.padStart(2, '0')}:${minutes}`;
  return reject(context, 'time_invalid');
}
