import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { type Issues, reject, requiredTextSchema, textSchema } from './text-schema.ts';

/** Inclusive bounds of a number; `decimals` is the maximum number of decimal places. */
interface Bounds {
  min: number;
  max: number;
  decimals?: number;
}

/**
 * Schema of an optional number, accepting digits of other scripts and a decimal comma.
 * @param wrong error code for an invalid value
 */
export function numberField(bounds: Bounds, wrong: MessageCode) {
  return textSchema(wrong, (typed, issues) => typedNumber(typed, bounds, wrong, issues)).optional();
}

/**
 * The same, required.
 * @param missing error code for a missing value
 */
export function requiredNumberField(bounds: Bounds, wrong: MessageCode, missing = wrong) {
  return requiredTextSchema(missing, (typed, issues) => typedNumber(typed, bounds, wrong, issues));
}

function typedNumber(typed: string, bounds: Bounds, wrong: MessageCode, issues: Issues): number | undefined {
  const { min, max, decimals = 0 } = bounds;
  const text = toLatinDigits(withoutBidiMarks(typed)).trim().replace(/[,٫]/, '.');
  if (text === '') return undefined;
  const [whole, fraction = ''] = /^(\d{1,4})(?:\.(\d+))?$/.exec(text)?.slice(1) ?? [];
  const number = whole !== undefined && fraction.length <= decimals ? Number(text) : NaN;
  return number >= min && number <= max ? number : reject(issues, wrong);
}
