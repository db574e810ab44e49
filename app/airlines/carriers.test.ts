import { describe, expect, test } from 'vitest';
import { languageCodes } from '#app/i18n/languages.ts';
import { textProblems } from '#tests/support/text-problems.ts';
import { isCarrierCode } from './carrier-code.ts';
import { carrierName, carriers } from './carriers.ts';

test('the list has about a hundred airlines, sorted by unique code', () => {
  const codes = carriers.map(({ code }) => code);
  expect(codes.length).toBeGreaterThanOrEqual(90);
  expect(codes).toEqual([...new Set(codes)].sort());
});

test.each(carriers)('the names of $code $name.en are in the right scripts', ({ code, name }) => {
  expect(isCarrierCode(code)).toBe(true);
  expect(Object.keys(name)).toEqual(languageCodes);
  expect(languageCodes.flatMap((language) => textProblems(name[language], language))).toEqual([]);
  expect(name.en).toMatch(/^[\p{Script=Latin} ]+$/u);
  expect(name.ar).toMatch(/^[\p{Script=Arabic} ]+$/u);
  // These letters are missing on Arabic keyboards.
  expect(name.ar).not.toMatch(/[ڤپچگ]/);
});

test.each(languageCodes)('airline names are unique in %s', (language) => {
  expect(new Set(carriers.map(({ name }) => name[language])).size).toBe(carriers.length);
});

test.each([
  ['of the Gulf', ['SV', 'XY', 'F3', 'KU', 'J9', 'GF', 'QR', 'EK', 'EY', 'FZ', 'G9', 'WY', 'OV']],
  ['of the Levant, Iraq and Yemen', ['RJ', 'ME', 'RB', 'IA', 'IY']],
  ['of North Africa', ['MS', 'TU', 'AH', 'AT', 'LN']],
  ['of Turkey', ['TK', 'PC', 'XQ']],
  ['of Germany and its neighbours', ['LH', 'EW', 'DE', '4Y', 'OS', 'LX']],
])('the list contains the main airlines %s', (_, codes) => {
  const listedCodes = new Set(carriers.map(({ code }) => code));
  expect(codes.filter((code) => !listedCodes.has(code))).toEqual([]);
});

describe('the name of an airline', () => {
  const names = { QR: 'Qatar', SQ: 'Singapore Airlines', KC: ' ' };

  test("is the one from our list in the page's language", () => {
    expect(carrierName('QR', 'ar', names)).toBe('الخطوط الجوية القطرية');
    expect(carrierName('QR', 'en', names)).toBe('Qatar Airways');
  });

  test("is the supplier's if the airline is not on our list", () => {
    expect(carrierName('SQ', 'ar', names)).toBe('Singapore Airlines');
  });

  test.each(['ZZ', 'KC', ''])('is the code if the supplier has none either: %j', (code) => {
    expect(carrierName(code, 'en', names)).toBe(code);
    expect(carrierName(code, 'en')).toBe(code);
  });
});

test.each(['', 'Q', 'QTR', 'qr', 'Qr', 'Q.', '..', 'ق١', 'QR\n', ' QR'])(
  '%j does not have the form of a code',
  (code) => {
    expect(isCarrierCode(code)).toBe(false);
  },
);
