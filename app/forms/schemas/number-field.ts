import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { type RefinementContext, reject, requiredTextSchema, textSchema } from './text-schema.ts';
import { isUnit, type Unit } from './units.ts';

/** A number with its decimals, and words before or after it. */
const numberWithWords = /^([\p{L}\p{M}\s.]*)(?<!\.)(\d{1,4})(?:[.,٫](\d+))?([\p{L}\p{M}\s.]*)$/u;
/** A longer text is no number. */
const maxTypedLength = 100;

/** The inclusive bounds of a number. */
interface Bounds {
  min: number;
  max: number;
  /** The maximum number of decimal places; 0 by default. */
  decimals?: number;
  /** The unit that people may type beside the number. Any other one is an error, because the number would be wrong. */
  unit?: Unit;
}

/**
 * Returns the schema of an optional number, which accepts digits of other scripts, a decimal comma and its unit.
 * @param invalid the message code for an invalid value
 */
export function numberField(bounds: Bounds, invalid: MessageCode) {
  return textSchema(invalid, (typed, context) => parseNumber(typed, bounds, invalid, context)).optional();
}

/**
 * Returns the schema of a required number.
 * @param invalid the message code for an invalid value
 * @param missing the message code for a missing value
 */
export function requiredNumberField(bounds: Bounds, invalid: MessageCode, missing = invalid) {
  return requiredTextSchema(missing, (typed, context) => parseNumber(typed, bounds, invalid, context));
}

function parseNumber(
  typed: string,
  bounds: Bounds,
  invalid: MessageCode,
  context: RefinementContext,
): number | undefined {
  const { min, max, decimals = 0, unit } = bounds;
  const text = toLatinDigits(withoutBidiMarks(typed)).trim();
  if (text === '') return undefined;
  const parts = text.length > maxTypedLength ? null : numberWithWords.exec(text);
  const [, before = '', whole, fraction = '', after = ''] = parts ?? [];
  const words = `${before} ${after}`.trim();
  const isKnownUnit = words === '' || (unit !== undefined && isUnit(words, unit));
  const number =
    isKnownUnit && whole !== undefined && fraction.length <= decimals ? Number(`${whole}.${fraction}`) : NaN;
  return number >= min && number <= max ? number : reject(context, invalid);
}
