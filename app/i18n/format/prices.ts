import { type Language, languages } from '../languages.ts';
import { isolate, isolateLtr } from './bidi.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a price: `€1,240`, in Arabic `1,240 €`. Decimals only if not zero, as many as the currency has. Every
 * currency is distinguishable, and the result is isolated for bidirectional text. Only on the server: browsers differ,
 * which would break hydration.
 * @param currency ISO 4217; an unknown code is shown as it is
 */
export function formatPrice(price: number, currency: string, language: Language): string {
  const text = formatOf(currency, language)
    .format(price)
    .replace(/\u200f/g, '');
  // `US$` would be reversed among Arabic letters; a currency written in Arabic must keep its own direction.
  return /\p{Script=Arabic}/u.test(text) ? isolate(text) : isolateLtr(text);
}

/** Cached, because creating a formatter takes longer than using it several hundred times. */
function formatOf(currency: string, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const options = {
    style: 'currency',
    currency,
    // The narrow symbol is ambiguous: `£` also for the Syrian pound, `$` for some thirty currencies.
    currencyDisplay: 'symbol',
    // ES2023; missing in TypeScript's types for browser code.
    trailingZeroDisplay: 'stripIfInteger',
  } as Intl.NumberFormatOptions;
  const format = new Intl.NumberFormat(languages[language].locale, options);
  formats.set(key, format);
  return format;
}
