import { expect, test } from 'vitest';
import { languageCodes } from '#app/i18n/languages.ts';
import { airportByCode, airportLabel, airports, fullAirportName } from './airport.ts';

test('the list has 215 to 265 airports, with distinct codes', () => {
  expect(airports.length).toBeGreaterThanOrEqual(215);
  expect(airports.length).toBeLessThanOrEqual(265);
  expect(new Set(airports.map(({ code }) => code)).size).toBe(airports.length);
});

test.each(airports)('$code has all names, each in the script of its language', ({ code, ...names }) => {
  expect(code).toMatch(/^[A-Z]{3}$/);
  expect(Object.keys(names)).toEqual(['name', 'city', 'country']);
  for (const name of Object.values(names)) {
    expect(Object.keys(name)).toEqual(languageCodes);
    for (const text of Object.values(name)) expect(text).toMatch(/^\S+( \S+)*$/);
    expect(name.en).not.toMatch(/\p{Script=Arabic}/u);
    expect(name.ar).toMatch(/\p{Script=Arabic}/u);
    // Arabic keyboards lack these letters, so nobody could type the name.
    expect(name.ar).not.toMatch(/[ڤپچگ]/);
  }
  expect(names.name.ar).toMatch(/^مطار /);
});

test.each([
  ['in Germany', ['BER', 'MUC', 'FRA', 'HAM', 'DUS', 'CGN', 'STR', 'HAJ', 'NUE', 'LEJ']],
  ['in the Gulf', ['RUH', 'JED', 'DMM', 'MED', 'KWI', 'BAH', 'DOH', 'DXB', 'DWC', 'AUH', 'SHJ', 'MCT', 'SLL']],
  [
    'in the wider Arab world',
    ['CAI', 'AMM', 'BGW', 'BEY', 'SAH', 'KRT', 'TUN', 'ALG', 'CMN', 'MJI', 'KIK', 'ADE', 'SPX', 'BEN'],
  ],
  ['that were renamed or moved', ['IST', 'NQZ', 'BER']],
])('the list includes airports %s', (_, codes) => {
  expect(codes.filter((code) => !airportByCode(code))).toEqual([]);
});

test.each(['TXL', 'SXF', 'TSE', 'QQQ', 'ber', ''])('the list does not include %j', (code) => {
  expect(airportByCode(code)).toBeUndefined();
});

test('IST is the new airport of Istanbul, not Atatürk', () => {
  expect(airportByCode('IST')?.city.en).toBe('Istanbul');
  expect(airportByCode('IST')?.name.en).not.toMatch(/atat/i);
  expect(airportByCode('IST')?.name.ar).not.toMatch(/[أا]تاتورك/);
});

test('each country has one name per language', () => {
  const countries = new Set(airports.map(({ country }) => Object.values(country).join()));
  for (const language of languageCodes) {
    expect(new Set(airports.map(({ country }) => country[language])).size, language).toBe(countries.size);
  }
});

test('labels and full names are in the language of the page', () => {
  const riyadh = airports.find(({ code }) => code === 'RUH');
  if (!riyadh) throw new Error('RUH is missing');
  expect(airportLabel(riyadh, 'en')).toBe('Riyadh (RUH)');
  expect(airportLabel(riyadh, 'ar')).toBe('الرياض (RUH)');
  expect(fullAirportName(riyadh, 'en')).toBe(`${riyadh.name.en}, Riyadh, Saudi Arabia`);
  expect(fullAirportName(riyadh, 'ar')).toBe(`${riyadh.name.ar}، الرياض، السعودية`);
});
