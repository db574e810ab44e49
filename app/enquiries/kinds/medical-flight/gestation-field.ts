import { reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { newbornBounds } from './medical-flight-fields.ts';

/** Completed weeks, and optionally the additional days, as doctors write them: `32+4`. */
const gestationPattern = /^(\d{2})(?:\+([0-6]))?$/;

/** The schema of the gestational age at birth. It accepts digits of other scripts and returns `32` or `32+4`. */
export const gestationField = textSchema('gestation_invalid', (typed, context) => {
  const text = toLatinDigits(withoutBidiMarks(typed)).replace(/\s/g, '');
  if (text === '') return undefined;
  const weeks = Number(gestationPattern.exec(text)?.[1] ?? NaN);
  const { min, max } = newbornBounds.gestation;
  return weeks >= min && weeks <= max ? text : reject(context, 'gestation_invalid');
}).optional();
