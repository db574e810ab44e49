import { expect, test } from 'vitest';
import { languageCodes } from '../languages.ts';
import { formatPrice } from './prices.ts';

// The expected texts show invisible characters: FSI or LRI before, PDI after, and the no-break space.
test.each([
  [1240, 'EUR', '\u2066€1,240\u2069', '\u20661,240\u00A0€\u2069'],
  [1240.5, 'EUR', '\u2066€1,240.50\u2069', '\u20661,240.50\u00A0€\u2069'],
  [0.99, 'EUR', '\u2066€0.99\u2069', '\u20660.99\u00A0€\u2069'],
  [1240.999, 'EUR', '\u2066€1,241\u2069', '\u20661,241\u00A0€\u2069'],
  [1240.0000001, 'EUR', '\u2066€1,240\u2069', '\u20661,240\u00A0€\u2069'],
  [1234567, 'USD', '\u2066US$1,234,567\u2069', '\u20661,234,567\u00A0US$\u2069'],
  [1834, 'SAR', '\u2066SAR\u00A01,834\u2069', '\u20681,834\u00A0ر.س.\u2069'],
  [1834.5, 'AED', '\u2066AED\u00A01,834.50\u2069', '\u20681,834.50\u00A0د.إ.\u2069'],
  // The Kuwaiti dinar has three decimals.
  [85.125, 'KWD', '\u2066KWD\u00A085.125\u2069', '\u206885.125\u00A0د.ك.\u2069'],
  [85.5, 'KWD', '\u2066KWD\u00A085.500\u2069', '\u206885.500\u00A0د.ك.\u2069'],
  [85, 'KWD', '\u2066KWD\u00A085\u2069', '\u206885\u00A0د.ك.\u2069'],
  // Pounds other than the pound sterling.
  [9000000, 'SYP', '\u2066SYP\u00A09,000,000\u2069', '\u20689,000,000\u00A0ل.س.\u2069'],
  [52000, 'EGP', '\u2066EGP\u00A052,000\u2069', '\u206852,000\u00A0ج.م.\u2069'],
  [940, 'GBP', '\u2066£940\u2069', '\u2066940\u00A0UK£\u2069'],
  [12, 'XYZ', '\u2066XYZ\u00A012\u2069', '\u206612\u00A0XYZ\u2069'],
])('formats %s %s as %s and %s', (price, currency, english, arabic) => {
  expect(formatPrice(price, currency, 'en')).toBe(english);
  expect(formatPrice(price, currency, 'ar')).toBe(arabic);
});

/** Currencies that share a name or symbol, and some others. */
const currencies =
  'USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP GBP EGP SYP LBP SDG GIP FKP CNY JPY KRW KPW SEK NOK DKK ISK INR PKR LKR ' +
  'NPR MUR SAR QAR OMR YER IRR AED MAD KWD BHD JOD IQD TND DZD LYD RSD TRY EUR CHF RUB BYN XYZ';

test.each(languageCodes)('formats every currency differently (%s)', (language) => {
  const codes = currencies.split(' ');
  expect(new Set(codes.map((code) => formatPrice(1240, code, language))).size).toBe(codes.length);
});
