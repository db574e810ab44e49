import { type Language, languages } from '../languages.ts';
import { isolate, isolateLtr } from './bidi.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a price as `€1,240`, in Arabic as `1,240 €`. Decimals appear only if they are not zero, as many as the
 * currency has. Every currency is distinguishable, and the result is isolated for bidirectional text. For the server
 * only, because browsers format differently, which would break hydration.
 * @param currency ISO 4217 code; an unknown code is shown unchanged
 */
export function formatPrice(price: number, currency: string, language: Language): string {
  const text = priceFormat(currency, language)
    .format(price)
    .replace(/\u200f/g, '');
  // `US$` would be reversed next to Arabic letters; a currency in Arabic script must keep its own direction.
  return /\p{Script=Arabic}/u.test(text) ? isolate(text) : isolateLtr(text);
}

/** Returns a cached formatter, because creating one takes longer than using it several hundred times. */
function priceFormat(currency: string, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const options = {
    style: 'currency',
    currency,
    // Narrow symbols are ambiguous: `£` also stands for the Syrian pound, `$` for some thirty currencies.
    currencyDisplay: 'symbol',
    // Part of ES2023, but missing from TypeScript's types for browser code.
    trailingZeroDisplay: 'stripIfInteger',
  } as Intl.NumberFormatOptions;
  const format = new Intl.NumberFormat(languages[language].locale, options);
  formats.set(key, format);
  return format;
}
