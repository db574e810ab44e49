import { expect, test } from 'vitest';
import { airportByCode, airportInFull, airportLabel, airports } from './airport.ts';

const fieldNames = ['code', 'name', 'nameArabic', 'city', 'cityArabic', 'country', 'countryArabic'];

test('the list has about 200 airports and names each code once', () => {
  expect(airports.length).toBeGreaterThanOrEqual(215);
  expect(airports.length).toBeLessThanOrEqual(265);
  expect(new Set(airports.map(({ code }) => code)).size).toBe(airports.length);
});

test.each(airports)('$code has seven complete fields in the right script', (airport) => {
  expect(Object.keys(airport)).toEqual(fieldNames);
  for (const text of Object.values(airport)) expect(text).toMatch(/^\S+( \S+)*$/);
  expect(airport.code).toMatch(/^[A-Z]{3}$/);
  for (const text of [airport.name, airport.city, airport.country]) expect(text).not.toMatch(/\p{Script=Arabic}/u);
  for (const text of [airport.nameArabic, airport.cityArabic, airport.countryArabic]) {
    expect(text).toMatch(/\p{Script=Arabic}/u);
    // Letters that Arabic keyboards lack: nobody could type the name.
    expect(text).not.toMatch(/[ڤپچگ]/);
  }
  expect(airport.nameArabic).toMatch(/^مطار /);
});

test.each([
  ['German', ['BER', 'MUC', 'FRA', 'HAM', 'DUS', 'CGN', 'STR', 'HAJ', 'NUE', 'LEJ']],
  ['of the Gulf', ['RUH', 'JED', 'DMM', 'MED', 'KWI', 'BAH', 'DOH', 'DXB', 'DWC', 'AUH', 'SHJ', 'MCT', 'SLL']],
  [
    'of the wider Arab world',
    ['CAI', 'AMM', 'BGW', 'BEY', 'SAH', 'KRT', 'TUN', 'ALG', 'CMN', 'MJI', 'KIK', 'ADE', 'SPX', 'BEN'],
  ],
  ['that were renamed or moved', ['IST', 'NQZ', 'BER']],
])('airports %s are there', (_, codes) => {
  expect(codes.filter((code) => !airportByCode(code))).toEqual([]);
});

test.each(['TXL', 'SXF', 'TSE', 'QQQ', 'ber', ''])('%j is no airport of today', (code) => {
  expect(airportByCode(code)).toBeUndefined();
});

test('IST is the new airport of Istanbul, not Atatürk', () => {
  expect(airportByCode('IST')?.city).toBe('Istanbul');
  expect(airportByCode('IST')?.name).not.toMatch(/atat/i);
  expect(airportByCode('IST')?.nameArabic).not.toMatch(/[أا]تاتورك/);
});

test('a country has one name in each script', () => {
  const pairs = new Set(airports.map(({ country, countryArabic }) => `${country} ${countryArabic}`));
  expect(pairs.size).toBe(new Set(airports.map(({ country }) => country)).size);
  expect(pairs.size).toBe(new Set(airports.map(({ countryArabic }) => countryArabic)).size);
});

test('an airport is labelled and written in full in the language of the page', () => {
  const riyadh = airports.find(({ code }) => code === 'RUH');
  if (!riyadh) throw new Error('RUH is missing');
  expect(airportLabel(riyadh, 'en')).toBe('Riyadh (RUH)');
  expect(airportLabel(riyadh, 'ar')).toBe('الرياض (RUH)');
  expect(airportInFull(riyadh, 'en')).toBe(`${riyadh.name}, Riyadh, Saudi Arabia`);
  expect(airportInFull(riyadh, 'ar')).toBe(`${riyadh.nameArabic}، الرياض، السعودية`);
});
