import { isolate, isolateLtr } from './bidi.ts';
import { languages, type Language } from './languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A price as people read it: `€1,240`, in Arabic `1,240 €`; smaller coins only where there are some, with as many
 * decimals as the currency has. No two currencies are written alike. It reads in its own direction in any sentence.
 * On the server only: browsers of different ages write prices differently, and React would trip over it.
 * @param currency ISO 4217; one that nobody knows is written as it is
 */
export function formatPrice(price: number, currency: string, language: Language): string {
  const text = formatOf(currency, language)
    .format(price)
    .replace(/\u200f/g, '');
  // `US$` would turn round among Arabic letters; a currency written in Arabic letters must not be kept from it.
  return /\p{Script=Arabic}/u.test(text) ? isolate(text) : isolateLtr(text);
}

/** Making one takes longer than using it some hundred times. */
function formatOf(currency: string, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const options = {
    style: 'currency',
    currency,
    // The narrow symbol would be `£` for the Syrian pound, too, and `$` for some thirty dollars and pesos.
    currencyDisplay: 'symbol',
    // Of ES2023, which the types of browser code leave out.
    trailingZeroDisplay: 'stripIfInteger',
  } as Intl.NumberFormatOptions;
  const format = new Intl.NumberFormat(languages[language].locale, options);
  formats.set(key, format);
  return format;
}
