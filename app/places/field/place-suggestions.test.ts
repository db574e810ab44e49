import { expect, test } from 'vitest';
import type { FormLanguage, Language } from '#app/i18n/languages.ts';
import { airports } from '../airports/airport.ts';
import { interpretPlace } from '../interpretation/interpret-place.ts';
import { suggestPlaces as suggest } from './place-suggestions.ts';
import { type TownMatches, townsFor } from './town-suggestions.ts';
import { townsStartingWith } from './towns-starting-with.server.ts';

/** Suggests places like a field that has loaded all the towns it needs. */
function suggestPlaces(typed: string, language: Language, formLanguage: FormLanguage) {
  const loaded = new Map<string, TownMatches>();
  for (;;) {
    const { found, missing } = townsFor(typed, (letters) => loaded.get(letters));
    if (missing === undefined) return suggest(typed, found, language, formLanguage);
    expect(loaded.has(missing)).toBe(false);
    loaded.set(missing, townsStartingWith(missing, formLanguage));
  }
}

const suggestedNames = (typed: string) => suggestPlaces(typed, 'en', 'en').map(({ name, code }) => code ?? name);

test('suggests a town with the airports near it and their distances', () => {
  expect(suggestedNames('mecc')).toEqual(['Mecca', 'JED', 'TIF', 'ABT']);
  const [town, airport] = suggestPlaces('مكه', 'ar', 'ar');
  expect(town).toMatchObject({
    text: 'مكة المكرمة، السعودية',
    name: 'مكة المكرمة',
    detail: 'السعودية – أقرب مطار: \u2066JED\u2069 75\u00a0كم',
  });
  expect(airport).toMatchObject({
    text: 'جدة (JED)',
    code: 'JED',
    detail: expect.stringContaining(' – 75\u00a0كم') as string,
  });
});

test.each([
  ['riyadh', 'RUH'],
  ['ruh', 'RUH'],
  ['DXB', 'DXB'],
  ['الريا', 'RUH'],
])('puts the airport first if the text names it: %s is %s', (typed, code) => {
  expect(suggestedNames(typed)[0]).toBe(code);
});

test('puts a city with several airports before its airports', () => {
  expect(suggestedNames('dubai').slice(0, 4)).toEqual(['Dubai', 'DXB', 'DWC', 'SHJ']);
});

test.each(['khobar', 'الخبر', 'خبر', 'al kho', 'Эль-Хоб'])('suggests Khobar while it is typed: %s', (typed) => {
  expect(suggestedNames(typed)).toContain('Khobar');
});

test('suggests every airport for empty text, no towns for one letter, and nothing for nonsense', () => {
  expect(suggestedNames('')).toEqual(airports.map(({ code }) => code));
  expect(suggestPlaces('b', 'en', 'en').every(({ code }) => code)).toBe(true);
  expect(suggestedNames('qqqq')).toEqual([]);
});

test('suggests nothing twice, and every suggestion has a single certain interpretation', () => {
  for (const typed of ['me', 'ba', 'san', 'al', 'тр', 'ال', 'مد']) {
    const suggestions = suggestPlaces(typed, 'ar', 'ru');
    expect(new Set(suggestions.map(({ key }) => key)).size).toBe(suggestions.length);
    for (const { text } of suggestions) {
      const { interpretations, needsConfirmation } = interpretPlace(text);
      expect([interpretations.length, needsConfirmation], text).toEqual([1, false]);
    }
  }
});

test('uses Russian names of towns if the form is in Russian', () => {
  expect(suggestPlaces('гейдель', 'en', 'ru')[0]).toMatchObject({ text: 'Гейдельберг, Германия' });
});

test('suggests airports by their Russian names, even for a code', () => {
  expect(suggestPlaces('эр-рияд', 'en', 'ru')[0]).toMatchObject({
    text: 'Эр-Рияд (RUH)',
    name: 'Эр-Рияд',
    detail: 'Саудовская Аравия – 30\u00a0км',
  });
  expect(suggestPlaces('ruh', 'en', 'ru')[0]).toMatchObject({ text: 'Эр-Рияд (RUH)', detail: 'Саудовская Аравия' });
  expect(suggestPlaces('моск', 'en', 'ru').map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^аэропорт Шереметьево, Россия – /),
  );
});
