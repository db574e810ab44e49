import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { type RefinementContext, reject, requiredTextSchema, textSchema } from './text-schema.ts';

/** The inclusive bounds of a number. */
interface Bounds {
  min: number;
  max: number;
  /** The maximum number of decimal places; 0 by default. */
  decimals?: number;
}

/**
 * Returns the schema of an optional number, which accepts digits of other scripts and a decimal comma.
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
  const { min, max, decimals = 0 } = bounds;
  const text = toLatinDigits(withoutBidiMarks(typed)).trim().replace(/[,٫]/, '.');
  if (text === '') return undefined;
  const [whole, fraction = ''] = /^(\d{1,4})(?:\.(\d+))?$/.exec(text)?.slice(1) ?? [];
  const number = whole !== undefined && fraction.length <= decimals ? Number(text) : NaN;
  return number >= min && number <= max ? number : reject(context, invalid);
}
