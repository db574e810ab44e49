import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { normalisePhone } from '#app/i18n/input/phone-number.ts';
import { growthRatio } from '#tests/support/reference-load.ts';
import { emailField, nameField, optionalEmailField, phoneField } from './contact-detail-fields.ts';
import { typedPhonePattern } from './contact-detail-rules.ts';

/** Returns the parsed value or the error code. */
function parse(field: z.ZodType<string | undefined>, typed: unknown): { value?: string | undefined; code?: string } {
  const result = field.safeParse(typed);
  return result.success ? { value: result.data } : { code: result.error.issues.map(({ message }) => message).join() };
}

describe('a name', () => {
  test.each([
    ['Li', 'Li'],
    ['أحمد بن علي', 'أحمد بن علي'],
    ["  Anna-Maria  O'Neil ", "Anna-Maria O'Neil"],
    ['two\r\nlines\tand\u0000more', 'two lines and more'],
    ['x'.repeat(120), 'x'.repeat(120)],
  ])('is a single trimmed line: %j', (typed, value) => {
    expect(parse(nameField, typed)).toEqual({ value });
  });

  test.each([
    [undefined, 'name_required'],
    ['A', 'name_too_short'],
    ['م', 'name_too_short'],
    [' A ', 'name_too_short'],
    ['x'.repeat(121), 'name_too_long'],
    [['A', 'B'], 'name_required'],
  ])('%j is reported as %s', (typed, code) => {
    expect(parse(nameField, typed)).toEqual({ code });
  });

  test.each(['\u200F\u200F', '\u202E\u2066', '\u200Fم\u200F'])('requires two visible letters: %j', (typed) => {
    expect(parse(nameField, typed)).toEqual({ code: expect.stringMatching(/^name_(?:required|too_short)$/) as string });
  });
});

describe('an email address', () => {
  test.each([
    ['a@b.de', 'a@b.de'],
    [' First.Last+tag@mail.example.com ', 'First.Last+tag@mail.example.com'],
    ['\u200Ea@b.de\u200F', 'a@b.de'],
    ['أحمد@مثال.السعودية', 'أحمد@مثال.السعودية'],
    [`${'x'.repeat(249)}@b.de`, `${'x'.repeat(249)}@b.de`],
  ])('%j is accepted', (typed, value) => {
    expect(parse(emailField, typed)).toEqual({ value });
  });

  test.each([
    [undefined, 'email_required'],
    ['a@b', 'email_invalid'],
    ['a.b.de', 'email_invalid'],
    ['@b.de', 'email_invalid'],
    ['a@.de@', 'email_invalid'],
    ['a@@b.de', 'email_invalid'],
    ['a@b.', 'email_invalid'],
    ['a b@c.de', 'email_invalid'],
    ['a@b .de', 'email_invalid'],
    ['a@b.de\r\nBcc: x@y.de', 'email_invalid'],
    ['a\u0000@b.de', 'email_invalid'],
    [`${'x'.repeat(250)}@b.de`, 'email_invalid'],
    [['a@b.de', 'c@d.de'], 'email_invalid'],
  ])('%j is reported as %s', (typed, code) => {
    expect(parse(emailField, typed)).toEqual({ code });
  });
});

describe('an optional email address', () => {
  test.each([undefined, '', ' \u200F ', '\r\n'])('is undefined if it is missing: %j', (typed) => {
    expect(parse(optionalEmailField, typed)).toEqual({ value: undefined });
  });

  test('follows the rules of an address if there is one', () => {
    expect(parse(optionalEmailField, ' a@b.de ')).toEqual({ value: 'a@b.de' });
    expect(parse(optionalEmailField, 'a@b')).toEqual({ code: 'email_invalid' });
    expect(parse(optionalEmailField, ['a@b.de', 'c@d.de'])).toEqual({ code: 'email_invalid' });
  });
});

describe('a phone number', () => {
  const accepted: [string, string][] = [
    ['+966501234567', '+966501234567'],
    ['٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧', '00966501234567'],
    ['＋９６６　５０－１２３４５６７', '+966501234567'],
    ['+۴۹ ۳۰ ۲۳۱۲۵۰۰۰', '+493023125000'],
    ['+49 (0)30 23125-000', '+4903023125000'],
    ['0049/30/23125.000', '00493023125000'],
    ['+49\u00A030\u202F23125\u2011000', '+493023125000'],
    ['+49–30—23125000', '+493023125000'],
    ['\u202A+966 50 123 4567\u202C', '+966501234567'],
    ['\u2066+966501234567\u2069', '+966501234567'],
    ['1234567', '1234567'],
    ['+123456789012345', '+123456789012345'],
  ];
  const rejected = [
    '12345',
    '123456',
    '1234567890123456',
    '+',
    '+49 30 CALL NOW',
    'رقم',
    '050 123 4567 ext. 8',
    '966½50123456',
  ];

  test.each(accepted)('%j is normalised to %s', (typed, value) => {
    expect(parse(phoneField, typed)).toEqual({ value });
    expect(normalisePhone(typed)).toBe(value);
  });

  test.each(rejected)('%j is invalid', (typed) => {
    expect(parse(phoneField, typed)).toEqual({ code: 'phone_invalid' });
  });

  test('a plus after the digits, as typed on a right-to-left page, is moved to the front', () => {
    expect(parse(phoneField, '49302312500+')).toEqual({ value: '+49302312500' });
  });

  test.each(['+49+30231250', '49302312500++', '++493023125000'])(
    'a plus anywhere but at the beginning is invalid: %s',
    (typed) => {
      expect(parse(phoneField, typed)).toEqual({ code: 'phone_invalid' });
    },
  );

  test('a missing number is reported as missing', () => {
    expect(parse(phoneField, undefined)).toEqual({ code: 'phone_required' });
  });

  test.each([...accepted.map(([typed]) => typed), ...rejected])(
    'the pattern for browsers agrees with the schema on %j',
    (typed) => {
      const matchesPattern = new RegExp(`^(?:${typedPhonePattern})$`, 'u').test(typed);
      expect(matchesPattern).toBe(phoneField.safeParse(typed).success);
    },
  );
});

test('the time to reject an email address grows no faster than its length', async () => {
  const reject = (length: number) => {
    const typed = `a@${'.'.repeat(length)}@`;
    return () => expect(emailField.safeParse(typed).success).toBe(false);
  };
  expect(await growthRatio(reject, [4_000, 64_000])).toBeLessThan(24);
});
