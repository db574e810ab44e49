import { expect, test } from 'vitest';
import { airports } from '../airports/airport.ts';
import { understandPlace } from '../meaning/understand-place.ts';
import { suggestPlaces } from './place-suggestions.ts';

const names = (typed: string) => suggestPlaces(typed, 'en', 'en').map(({ name, code }) => code ?? name);

test('a town is offered with the airports near it, each with its distance', () => {
  expect(names('mecc')).toEqual(['Mecca', 'JED', 'TIF', 'ABT']);
  const [town, airport] = suggestPlaces('مكه', 'ar', 'ar');
  expect(town).toMatchObject({
    text: 'مكة المكرمة، السعودية',
    name: 'مكة المكرمة',
    detail: 'السعودية · أقرب مطار: \u2066JED\u2069 75\u00a0كم',
  });
  expect(airport).toMatchObject({
    text: 'جدة (JED)',
    code: 'JED',
    detail: expect.stringContaining(' · 75\u00a0كم') as string,
  });
});

test.each([
  ['riyadh', 'RUH'],
  ['ruh', 'RUH'],
  ['DXB', 'DXB'],
  ['الريا', 'RUH'],
])('an airport that is meant itself comes first: %s is %s', (typed, code) => {
  expect(names(typed)[0]).toBe(code);
});

test('a city with several airports comes before them', () => {
  expect(names('dubai').slice(0, 4)).toEqual(['Dubai', 'DXB', 'DWC', 'SHJ']);
});

test.each(['khobar', 'الخبر', 'خبر', 'al kho', 'Эль-Хоб'])('Khobar is found while it is typed: %s', (typed) => {
  expect(names(typed)).toContain('Khobar');
});

test('an empty text offers every airport, one letter no town yet, and nonsense nothing', () => {
  expect(names('')).toEqual(airports.map(({ code }) => code));
  expect(suggestPlaces('b', 'en', 'en').every(({ code }) => code)).toBe(true);
  expect(names('qqqq')).toEqual([]);
});

test('nothing is offered twice, and whatever is chosen is understood', () => {
  for (const typed of ['me', 'ba', 'san', 'al', 'тр', 'ال', 'مد']) {
    const suggested = suggestPlaces(typed, 'ar', 'ru');
    expect(new Set(suggested.map(({ key }) => key)).size).toBe(suggested.length);
    for (const { text } of suggested) {
      const { meanings, isLikely } = understandPlace(text);
      expect([meanings.length, isLikely], text).toEqual([1, false]);
    }
  }
});

test('towns have Russian names where the form is worded in Russian', () => {
  expect(suggestPlaces('гейдель', 'en', 'ru')[0]).toMatchObject({ text: 'Гейдельберг, Германия' });
});
