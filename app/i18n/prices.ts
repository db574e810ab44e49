import { isolate, isolateLtr } from './bidi.ts';
import { languages, type Language } from './languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A price as people read it: `€1,240`, in Arabic `1,240 €`; cents only where there are some. It reads in its own direction in any sentence.
 * On the server only: browsers of different ages write prices differently, and React would trip over it.
 * @param currency ISO 4217; one that nobody knows is written as it is
 */
export function formatPrice(price: number, currency: string, language: Language): string {
  const digits = Number.isInteger(price) ? 0 : 2;
  const key = `${language} ${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(languages[language].locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  const text = format.format(price).replace(/\u200f/g, '');
  // `US$` would turn round among Arabic letters; a currency written in Arabic letters must not be kept from it.
  return /\p{Script=Arabic}/u.test(text) ? isolate(text) : isolateLtr(text);
}
