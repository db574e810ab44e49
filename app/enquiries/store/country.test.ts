import { describe, expect, test } from 'vitest';
import { callingCodeCountry } from '../contact-details/calling-codes.ts';
import { countryOf, countryOfRow } from './country.ts';

describe('the country of a phone number', () => {
  test.each([
    ['+966501234567', 'SA'],
    ['00966501234567', 'SA'],
    ['+4915112345678', 'DE'],
    ['+201001234567', 'EG'],
    ['+79161234567', 'RU'],
    ['+77011234567', 'KZ'],
    ['+218912345678', 'LY'],
    ['+96512345678', 'KW'],
  ])('%s: %s', (phone, country) => {
    expect(callingCodeCountry(phone)).toBe(country);
  });

  test.each(['0501234567', '966501234567', '+12025550123', '1234567', ''])('%j: unknown', (phone) => {
    expect(callingCodeCountry(phone)).toBeUndefined();
  });
});

const request = (phone: string, origin: string) => ({
  kind: 'evacuation' as const,
  fields: { name: 'x', phone, email: '', origin, destination: 'MUC', destinationOpen: false, asSoonAsPossible: false },
});

test('a request comes from the country of the phone number, or else of the origin', () => {
  expect(countryOf(request('+96512345678', 'RUH'))).toBe('KW');
  expect(countryOf(request('0501234567', 'RUH'))).toBe('SA');
  expect(countryOf(request('+12025550123', 'Riyadh'))).toBe('SA');
  expect(countryOf(request('0501234567', 'qqq'))).toBe('');
});

test('after an erasure, the country is that of the column', () => {
  const { kind, fields } = request('+96512345678', 'RUH');
  expect(countryOfRow({ kind, fields: JSON.stringify(fields), country: null })).toBe('KW');
  expect(countryOfRow({ kind, fields: '{}', country: 'KW' })).toBe('KW');
  expect(countryOfRow({ kind, fields: '{}', country: '' })).toBe('');
});
