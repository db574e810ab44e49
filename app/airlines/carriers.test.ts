import { describe, expect, test } from 'vitest';
import { textProblems } from '#tests/support/text-problems.ts';
import { isCarrierCode } from './carrier-code.ts';
import { carrierName, carriers } from './carriers.ts';

test('the list has about a hundred airlines, sorted, and names each code once', () => {
  const codes = carriers.map(({ code }) => code);
  expect(codes.length).toBeGreaterThanOrEqual(90);
  expect(codes).toEqual([...new Set(codes)].sort());
});

test.each(carriers)('$code $name has its names in the right script', (carrier) => {
  expect(Object.keys(carrier)).toEqual(['code', 'name', 'nameArabic']);
  expect(isCarrierCode(carrier.code)).toBe(true);
  expect(carrier.name).toMatch(/^[\p{Script=Latin} ]+$/u);
  expect(carrier.nameArabic).toMatch(/^[\p{Script=Arabic} ]+$/u);
  expect([...textProblems(carrier.name, 'en'), ...textProblems(carrier.nameArabic, 'ar')]).toEqual([]);
  // Letters that Arabic keyboards lack.
  expect(carrier.nameArabic).not.toMatch(/[ڤپچگ]/);
});

test('airlines that nobody confuses have names of their own', () => {
  expect(new Set(carriers.map(({ name }) => name)).size).toBe(carriers.length);
  expect(new Set(carriers.map(({ nameArabic }) => nameArabic)).size).toBe(carriers.length);
});

test.each([
  ['of the Gulf', ['SV', 'XY', 'F3', 'KU', 'J9', 'GF', 'QR', 'EK', 'EY', 'FZ', 'G9', 'WY', 'OV']],
  ['of the Levant, Iraq and Yemen', ['RJ', 'ME', 'RB', 'IA', 'IY']],
  ['of North Africa', ['MS', 'TU', 'AH', 'AT', 'LN']],
  ['on the way', ['TK', 'PC', 'XQ']],
  ['of Germany and its neighbours', ['LH', 'EW', 'DE', '4Y', 'OS', 'LX']],
])('airlines %s are there', (_, codes) => {
  const known = new Set(carriers.map(({ code }) => code));
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
});

describe('the name of an airline', () => {
  const names = { QR: 'Qatar', SQ: 'Singapore Airlines', KC: ' ' };

  test('is our own in the language of the page', () => {
    expect(carrierName('QR', 'ar', names)).toBe('الخطوط الجوية القطرية');
    expect(carrierName('QR', 'en', names)).toBe('Qatar Airways');
  });

  test("else the supplier's", () => {
    expect(carrierName('SQ', 'ar', names)).toBe('Singapore Airlines');
  });

  test.each(['ZZ', 'KC', ''])('else the code: %j', (code) => {
    expect(carrierName(code, 'en', names)).toBe(code);
    expect(carrierName(code, 'en')).toBe(code);
  });
});

test.each(['', 'Q', 'QTR', 'qr', 'Qr', 'Q.', '..', 'ق١', 'QR\n', ' QR'])('%j is no code', (code) => {
  expect(isCarrierCode(code)).toBe(false);
});
