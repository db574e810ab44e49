import { airportByCode } from '#app/places/airports/airport.ts';
import type { Currency } from '../model/currency.ts';

/** By the country's English name. */
const currencyByCountry = new Map<string, Currency>([
  ['Saudi Arabia', 'SAR'],
  ['United Arab Emirates', 'AED'],
  ['Kuwait', 'KWD'],
  ['Qatar', 'QAR'],
  ['Bahrain', 'BHD'],
  ['Oman', 'OMR'],
  ['Jordan', 'JOD'],
  ['Egypt', 'EGP'],
  ['United Kingdom', 'GBP'],
  ...[
    ...['Austria', 'Belgium', 'Bulgaria', 'Croatia', 'Cyprus', 'Finland', 'France', 'Germany', 'Greece', 'Ireland'],
    ...['Italy', 'Latvia', 'Luxembourg', 'Malta', 'Netherlands', 'Portugal', 'Spain'],
  ].map((country): [string, Currency] => [country, 'EUR']),
]);

/**
 * Returns the currency of an airport's country, or else US dollars, which are familiar in all the other countries on
 * our list of airports.
 * @param airport IATA code
 */
export function currencyAt(airport: string): Currency {
  return currencyByCountry.get(airportByCode(airport)?.country.en ?? '') ?? 'USD';
}
