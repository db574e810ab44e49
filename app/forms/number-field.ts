import { z } from 'zod';
import { toLatinDigits, withoutBidiMarks } from '#app/i18n/digits.ts';

/** The smallest and the largest number, both allowed; `decimals` as many digits behind the point at most. */
interface Bounds {
  min: number;
  max: number;
  decimals?: number;
}

/**
 * A number somebody typed, forgiving digits of other scripts and a decimal comma; undefined where nothing was typed.
 * @param wrong the code of the message for everything else
 */
export function numberField(bounds: Bounds, wrong: string) {
  return z
    .string(wrong)
    .transform((typed, context) => typedNumber(typed, bounds, wrong, context))
    .optional();
}

/**
 * The same, where it has to be there.
 * @param missing the code of the message for nothing
 */
export function requiredNumberField(bounds: Bounds, wrong: string, missing = wrong) {
  return z.string(missing).transform((typed, context) => {
    const number = typedNumber(typed, bounds, wrong, context);
    if (number !== undefined) return number;
    context.addIssue(missing);
    return z.NEVER;
  });
}

function typedNumber(typed: string, bounds: Bounds, wrong: string, context: z.RefinementCtx): number | undefined {
  const { min, max, decimals = 0 } = bounds;
  const text = toLatinDigits(withoutBidiMarks(typed)).trim().replace(/[,٫]/, '.');
  if (text === '') return undefined;
  const [whole, fraction = ''] = /^(\d{1,4})(?:\.(\d+))?$/.exec(text)?.slice(1) ?? [];
  const number = whole !== undefined && fraction.length <= decimals ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  context.addIssue(wrong);
  return z.NEVER;
}
