import { languages, type Language } from './languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A price as people read it: `€1,240`, in Arabic `1,240 €`; cents only where there are some.
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
  return format.format(price);
}
