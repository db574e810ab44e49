import { expect, test } from 'vitest';
import { flightQuery } from '#tests/support/flights.ts';
import { searchParts } from './search-parts.ts';

const partsOf = (origin: string, destination: string) =>
  searchParts(flightQuery({ origin, destination })).map((part) => `${part.origin} ${part.destination}`);

test.each<[origin: string, destination: string, parts: string[]]>([
  ['RUH', 'FRA', ['RUH FRA']],
  ['RUH', 'LON', ['RUH LON']],
  ['MOW', 'PAR', ['MOW PAR']],
  ['RUH', 'IST-ALL', ['RUH IST', 'RUH SAW']],
  ['DXB-ALL', 'FRA', ['DXB FRA', 'SHJ FRA', 'DWC FRA']],
  ['RUH', 'DE-ALL', ['RUH FRA', 'RUH MUC', 'RUH BER', 'RUH DUS', 'RUH HAM']],
  ['FRA', 'DE-ALL', ['FRA MUC', 'FRA BER', 'FRA DUS', 'FRA HAM']],
  // At most five searches; those from the origin's largest airport come first.
  ['DXB-ALL', 'DE-ALL', ['DXB FRA', 'DXB MUC', 'DXB BER', 'DXB DUS', 'DXB HAM']],
])('from %s to %s, asks for %j', (origin, destination, parts) => {
  expect(partsOf(origin, destination)).toEqual(parts);
});

test('keeps all other criteria', () => {
  const query = flightQuery({ destination: 'DE-ALL', returnDate: '2027-04-09', adults: 2, travelClass: 'C' });
  expect(searchParts(query)[1]).toEqual({ ...query, destination: 'MUC' });
});
