import { z } from 'zod';
import { toLatinDigits, withoutBidiMarks } from '#app/i18n/digits.ts';

/**
 * A number somebody typed, forgiving digits of other scripts and a decimal comma; undefined where nothing was typed.
 * @param bounds both included; `decimals` as many digits behind the point at most
 * @param wrong the code of the message for everything else
 */
export function numberField(
  { min, max, decimals = 0 }: { min: number; max: number; decimals?: number },
  wrong: string,
) {
  const pattern = decimals > 0 ? new RegExp(String.raw`^\d{1,4}(?:\.\d{1,${decimals}})?$`) : /^\d{1,4}$/;
  return z
    .string(wrong)
    .transform((typed, context) => {
      const text = toLatinDigits(withoutBidiMarks(typed)).trim().replace(/[,٫]/, '.');
      if (text === '') return undefined;
      const number = pattern.test(text) ? Number(text) : NaN;
      if (number >= min && number <= max) return number;
      context.addIssue(wrong);
      return z.NEVER;
    })
    .optional();
}
