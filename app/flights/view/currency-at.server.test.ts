import { expect, test } from 'vitest';
import { airports } from '#app/places/airports/airport.ts';
import { currencies } from '../model/currency.ts';
import { currencyAt } from './currency-at.server.ts';

test.each([
  ['RUH', 'SAR'],
  ['DXB', 'AED'],
  ['KWI', 'KWD'],
  ['DOH', 'QAR'],
  ['BAH', 'BHD'],
  ['MCT', 'OMR'],
  ['AMM', 'JOD'],
  ['CAI', 'EGP'],
  ['FRA', 'EUR'],
  ['LHR', 'GBP'],
  ['BGW', 'USD'],
  ['XQX', 'USD'],
])('the currency at %s is %s', (airport, currency) => {
  expect(currencyAt(airport)).toBe(currency);
});

test('every currency is the default somewhere', () => {
  expect(new Set(airports.map(({ code }) => currencyAt(code)))).toEqual(new Set(currencies));
});
