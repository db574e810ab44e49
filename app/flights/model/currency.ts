/** The currencies in which prices can be compared, as ISO 4217 codes, in the order in which they are offered. */
export const currencies = ['SAR', 'AED', 'KWD', 'QAR', 'BHD', 'OMR', 'JOD', 'EGP', 'EUR', 'USD', 'GBP'] as const;
export type Currency = (typeof currencies)[number];

/** Units of the supplier's reference currency for one unit of each currency. Some currencies may have no rate. */
export type CurrencyRates = Partial<Record<Currency, number>>;

/**
 * Converts a unified price for display. The visitor's bank will use a different rate, so the result is rounded to three
 * significant digits, without decimals: 2418 becomes 2420, and 48.6 becomes 49.
 * @param rate units of the reference currency for one unit of the currency
 */
export function convertRoughly(unifiedPrice: number, rate: number): number {
  const price = unifiedPrice / rate;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(price)) - 2);
  return Math.max(1, Math.round(price / step) * step);
}
