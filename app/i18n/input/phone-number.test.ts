import fc from 'fast-check';
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { chatHref, internationalNumber, normalisePhone, phoneHref } from './phone-number.ts';

/** The digits of each script in which people type numbers. */
const scripts = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'];
const separators = ['', '', '', ' ', '\u00A0', '\u202F', '-', '\u2011', '–', '−', '.', '/', ' (', ') '];
const marks = ['', '\u200E', '\u200F', '\u202A', '\u202C', '\u2066', '\u2069', '\uFEFF'];

const digits = (length: { min: number; max: number }) =>
  fc
    .tuple(
      fc.constantFrom(...Array.from('123456789')),
      fc.string({
        unit: fc.constantFrom(...Array.from('0123456789')),
        minLength: length.min - 1,
        maxLength: length.max - 1,
      }),
    )
    .map((parts) => parts.join(''));

/** Returns spellings of a number: with the digits of any script, separators, and the marks that messengers add. */
const spelled = (number: string) =>
  fc
    .record({
      script: fc.constantFrom(...scripts),
      separators: fc.array(fc.constantFrom(...separators), { minLength: number.length, maxLength: number.length }),
      before: fc.constantFrom(...marks),
      after: fc.constantFrom(...marks),
    })
    .map(({ script, separators: between, before, after }) =>
      [
        before,
        ...Array.from(number, (character, index) => (script[Number(character)] ?? character) + (between[index] ?? '')),
        after,
      ].join(''),
    );

/** Calling codes, and whether people write a 0 after them that is not part of the number. */
const callingCodes = [
  ...['966', '971', '967', '962', '961', '964', '20', '249', '90', '98', '49', '43', '41', '44', '33'].map((code) => ({
    code,
    zeros: ['', '0', '(0)'],
  })),
  ...['965', '974', '973', '968', '39', '7', '1', '225', '62'].map((code) => ({ code, zeros: [''] })),
];

const international = fc.constantFrom(...callingCodes).chain(({ code, zeros }) =>
  fc
    .record({
      prefix: fc.constantFrom('+', '00', '＋', 'plus at the end'),
      zero: fc.constantFrom(...zeros),
      number: digits({ min: 7, max: 10 }),
    })
    .chain(({ prefix, zero, number }) =>
      spelled(prefix === 'plus at the end' ? `${code}${zero}${number}+` : `${prefix}${code}${zero}${number}`).map(
        (typed) => ({ typed, expected: code + number }),
      ),
    ),
);

const withoutCode = fc
  .tuple(fc.constantFrom('0', ''), digits({ min: 7, max: 12 }))
  .chain(([zero, number]) => spelled(zero + number));

test('every spelling of a number with its country code gives the same links', () => {
  fc.assert(
    fc.property(international, fc.string(), ({ typed, expected }, text) => {
      for (const phone of [typed, normalisePhone(typed)]) {
        expect(internationalNumber(phone)).toBe(expected);
        expect(phoneHref(phone)).toBe(`tel:+${expected}`);
        expect(chatHref(phone)).toBe(`https://wa.me/${expected}`);
        const withText = new URL(chatHref(phone, text) ?? '');
        expect([withText.pathname, withText.searchParams.get('text') ?? '']).toEqual([`/${expected}`, text]);
      }
    }),
  );
});

test('a number without a country code gives no link, however it is spelled', () => {
  fc.assert(
    fc.property(withoutCode, (typed) => {
      for (const phone of [typed, normalisePhone(typed)]) {
        expect([internationalNumber(phone), phoneHref(phone), chatHref(phone)]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }
    }),
  );
});

test('anything else gives no link, or one with 7 to 15 digits', () => {
  const characters = fc.constantFrom(...Array.from('+00123456789٠٥۹６ ()-/.xe;,#*'), '\u200F', 'ext.', 'م');
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 30 }), (typed) => {
      const [call, chat] = [phoneHref(typed), chatHref(typed)];
      if (call === undefined) expect(chat).toBeUndefined();
      else
        expect([call, chat]).toEqual([
          expect.stringMatching(/^tel:\+[1-9][0-9]{6,14}$/),
          expect.stringMatching(/^https:\/\/wa\.me\/[1-9][0-9]{6,14}$/),
        ]);
    }),
  );
});

test.each(getCountries())(
  'the national zero after the country code of %s is treated as in libphonenumber',
  (country) => {
    const national = getExampleNumber(country, examples)?.nationalNumber ?? '';
    const code = getCountryCallingCode(country);
    for (const spelling of [`+${code} (0)${national}`, `00${code}0${national}`]) {
      const expected = parsePhoneNumberFromString(`+${code}0${national}`)?.number;
      expect(normalisePhone(spelling).replace(/^00/, '+')).toBe(expected);
    }
  },
);

test.each([
  // Part of the number in these countries, also from abroad.
  ['+39 06 698 12345', '390669812345'],
  ['+225 07 01 23 45 67', '2250701234567'],
  // Without a plus or 00, a country code cannot be told from other digits.
  ['966501234567', undefined],
  ['+0501234567', undefined],
  ['000966501234567', undefined],
  ['+966 50 123 4567 ext. 12', undefined],
  ['+966 50 123 4567;ext=12', undefined],
  ['+966501234567, +966507654321', undefined],
  ['+123456', undefined],
  ['+1234567890123456', undefined],
  ['', undefined],
])('the international form of %j is %s', (phone, expected) => {
  expect(internationalNumber(phone)).toBe(expected);
});
