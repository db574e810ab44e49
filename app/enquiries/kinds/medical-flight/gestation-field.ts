import { reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { isUnit } from '#app/forms/schemas/units.ts';
import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { newbornBounds } from './medical-flight-fields.ts';

/** Completed weeks, and optionally the additional days, as doctors write them: `32+4`. A word may precede or follow. */
const gestationPattern = /^([\p{L}\p{M}.]*)((\d{2})(?:\+[0-6])?)([\p{L}\p{M}.]*)$/u;

/**
 * The schema of the gestational age at birth. It accepts digits of other scripts and the word "weeks", and returns `32` or
 * `32+4`.
 */
export const gestationField = textSchema('gestation_invalid', (typed, context) => {
  const text = toLatinDigits(withoutBidiMarks(typed)).replace(/\s/g, '');
  if (text === '') return undefined;
  const [, before = '', gestation, weeks = NaN, after = ''] = gestationPattern.exec(text) ?? [];
  const words = before + after;
  const { min, max } = newbornBounds.gestation;
  const isValid = Number(weeks) >= min && Number(weeks) <= max && (words === '' || isUnit(words, 'weeks'));
  return isValid ? gestation : reject(context, 'gestation_invalid');
}).optional();
