import { currencies, type CurrencyRates } from '../../../model/currency.ts';
import { isRecord, readNumber } from './json-values.ts';

/**
 * Parses `currency_rates`: units of the reference currency for one unit of each currency, whose codes are in lower case.
 * @returns the rates of the currencies that we offer; undefined if there are none
 */
export function readRates(value: unknown): CurrencyRates | undefined {
  if (!isRecord(value)) return undefined;
  const rates: CurrencyRates = {};
  for (const currency of currencies) {
    const rate = readNumber(value[currency.toLowerCase()] ?? value[currency]);
    if (rate !== undefined && rate > 0) rates[currency] = rate;
  }
  return Object.keys(rates).length > 0 ? rates : undefined;
}
