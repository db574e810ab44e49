import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { normalisePhone } from '#app/i18n/input/phone-number.ts';
import { growthRatio } from '#tests/support/reference-load.ts';
import { emailField, nameField, optionalEmailField, phoneAsTyped, phoneField } from './contact-detail-fields.ts';
import { typedEmailPattern, typedPhonePattern } from './contact-detail-rules.ts';

/** Returns the parsed value or the error code. */
function parse(field: z.ZodType<string | undefined>, typed: unknown): { value?: string | undefined; code?: string } {
  const result = field.safeParse(typed);
  return result.success ? { value: result.data } : { code: result.error.issues.map(({ message }) => message).join() };
}

describe('a name', () => {
  test.each([
    ['Li', 'Li'],
    ['أحمد بن علي', 'أحمد بن علي'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['\u200C علی \u200Cرضا\u200C', 'علی رضا'],
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

  test.each(['\u200C\u200C', '\u200Cم\u200C', '\u200F\u200F', '\u202E\u2066', '\u200Fم\u200F'])(
    'requires two visible letters: %j',
    (typed) => {
      expect(parse(nameField, typed)).toEqual({
        code: expect.stringMatching(/^name_(?:required|too_short)$/) as string,
      });
    },
  );
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

/** Texts that surround an address in a contact list, a message or a link. */
const surroundings: [before: string, after: string][] = [
  ['', ''],
  ['<', '>'],
  ['"', '"'],
  ['«', '»'],
  ['(', ')'],
  ['\u202A', '\u202C'],
  ['mailto:', ''],
  ['MAILTO: ', '?subject=Report'],
  ['E-Mail: ', ''],
  ['البريد: ', ''],
  ['<mailto:', '>'],
  ['Ahmad Ali <', '>'],
  ['"Ali, Ahmad" <', '>'],
  ['أحمد علي <', '>'],
  ['Ahmad (work) <', '>;'],
];
const email = fc
  .record({
    around: fc.constantFrom(...surroundings),
    local: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,8}[0-9٠-٩۰-۹]$/),
    domain: fc.constantFrom('example.com', 'mail.example.co.uk', 'münchen.example', 'مثال.السعودية', 'пример.рф'),
    before: fc.stringMatching(/^[ \u00A0\u200F]{0,2}$/),
    after: fc.stringMatching(/^[.,;:!?،؛؟"'»)> ]{0,3}$/),
  })
  .map(({ around, local, domain, before, after }) => ({
    typed: `${before}${around[0]}${local}@${domain}${around[1]}${after}`,
    address: `${local.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))}@${domain}`,
  }));

test('whatever surrounds an email address is removed, and the browser accepts it, too', () => {
  const pattern = new RegExp(`^(?:${typedEmailPattern})$`, 'u');
  fc.assert(
    fc.property(email, ({ typed, address }) => {
      expect(parse(emailField, typed)).toEqual({ value: address });
      expect(pattern.test(typed.trim())).toBe(true);
    }),
  );
});

test('two email addresses, and an address beside words without brackets, are invalid', () => {
  fc.assert(
    fc.property(email, email, fc.constantFrom(' ', ', ', '; ', ' / ', ' or ', '\r\n'), (one, other, between) => {
      expect(parse(emailField, one.typed + between + other.typed)).toEqual({ code: 'email_invalid' });
      expect(parse(emailField, `Ahmad ${one.address}`)).toEqual({ code: 'email_invalid' });
    }),
  );
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
    ['+49 (0)30 23125-000', '+493023125000'],
    ['tel:+966-50-123-4567', '+966501234567'],
    ['Tel.: 050 123 4567', '0501234567'],
    ['(+966) 050 123 4567', '+966501234567'],
    ['+39 06 698 12345', '+390669812345'],
    ['+९६६ ५० १२३ ४५६७', '+966501234567'],
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
    '+966501234567, +966507654321',
    '050 123 4567 / 050 765 4321',
    '4445 5667 / 4445 5778',
    '050 123 4567 or 050 765 4321',
    '050 123 4567 أو 050 765 4321',
    'my brother: +966 50 123 4567',
    'telephone +966501234567',
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

/** Whatever people, messengers and word processors put between digits: neither a letter, nor a number, nor a plus. */
const punctuation = fc.oneof(
  fc.constantFrom(...Array.from(' -–—./()[]{}·•,;:_~|&#*\\"\'\u00A0\u202F\u200E\u200F\u2011\u2066\u2069\uFEFF،؛٬٫')),
  fc
    .integer({ min: 0x20, max: 0x10ffff })
    .filter((code) => /[^\p{L}\p{N}\p{C}+＋]/u.test(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code)),
);
const separators = fc.string({ unit: punctuation, maxLength: 3 });

test('any punctuation between, before and after the digits of a number is accepted, and not part of it', () => {
  const number = fc.stringMatching(/^(?:\+|00)9665\d{5,8}$/).chain((digits) =>
    fc.array(separators, { minLength: digits.length + 1, maxLength: digits.length + 1 }).map((between) => ({
      typed: Array.from(digits, (digit, index) => (between[index] ?? '') + digit).join('') + (between.at(-1) ?? ''),
      digits,
    })),
  );
  fc.assert(
    fc.property(number, ({ typed, digits }) => {
      expect(parse(phoneField, typed)).toEqual({ value: digits });
    }),
  );
});

test('browser and server accept the same phone numbers', () => {
  const pattern = new RegExp(`^(?:${typedPhonePattern})$`, 'u');
  const character = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...Array.from('0123456789٠٥۹６')) },
    { weight: 4, arbitrary: punctuation },
    { weight: 1, arbitrary: fc.constantFrom('+', '＋', 'tel:', 'x', 'م', '½', '²') },
  );
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 40 }), (typed) => {
      expect(phoneField.safeParse(typed).success).toBe(pattern.test(typed));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['+966 50 123 4567', '+966501234567', undefined],
  ['\u202A+966501234567\u202C', '+966501234567', undefined],
  [undefined, '+966501234567', undefined],
  ['+966 (0)50 123 4567', '+966501234567', '+966 (0)50 123 4567'],
  [' ٠٥٠١٢٣٤٥٦٧ ', '0501234567', '٠٥٠١٢٣٤٥٦٧'],
])('the typed number %j is kept beside %s if it differs by more than white space', (typed, phone, kept) => {
  expect(phoneAsTyped(typed, phone)).toBe(kept);
});

test('the time to reject a phone number grows no faster than its length', async () => {
  const reject = (length: number) => {
    const typed = `+${'-,'.repeat(length / 2)}1234567x`;
    return () => expect(phoneField.safeParse(typed).success).toBe(false);
  };
  expect(await growthRatio(reject, [4_000, 64_000])).toBeLessThan(24);
});

test('the time to reject an email address grows no faster than its length', async () => {
  for (const typedOf of [
    (length: number) => `a@${'.'.repeat(length)}@`,
    (length: number) => `a@b${'.b'.repeat(length / 2)}@`,
    (length: number) => `${'<'.repeat(length)}a`,
    (length: number) => `${' "'.repeat(length / 2)}@`,
  ]) {
    const reject = (length: number) => {
      const typed = typedOf(length);
      return () => expect(emailField.safeParse(typed).success).toBe(false);
    };
    expect(await growthRatio(reject, [4_000, 64_000])).toBeLessThan(24);
  }
});
