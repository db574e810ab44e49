import { expect, test } from 'vitest';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { expectInterpreted, typedPlaces } from '../../tests/support/typed-places.ts';
import { placeLines, placeText } from './place-text.ts';

const text = (typed: string, language: 'ar' | 'en' | 'ru' | 'de', isUndecided = false) =>
  withoutBidiMarks(placeText({ typed, isUndecided }, language));

test.each([
  ['RUH', 'en', 'King Khalid International Airport, Riyadh, Saudi Arabia (RUH)'],
  ['Riyadh (RUH)', 'ar', 'مطار الملك خالد الدولي، الرياض، السعودية (RUH)'],
  ['RUH', 'ru', 'аэропорт Эр-Рияд, Саудовская Аравия (RUH)'],
  ['RUH', 'de', 'King Khalid International Airport, Riad, Saudi-Arabien (RUH)'],
  ['الرياض', 'en', 'الرياض (RUH, King Khalid International Airport, Riyadh, Saudi Arabia)'],
  [
    'Heidelberg',
    'de',
    'Heidelberg (Heidelberg, Deutschland; nächste Flughäfen: Mannheim MHG 15\u00a0km, Frankfurt am Main FRA 72\u00a0km, Karlsruhe FKB 83\u00a0km)',
  ],
  ['Sur Oman', 'en', 'Sur Oman (Sur, Oman; nearest airport: Muscat MCT 170\u00a0km)'],
  ['طرابلس', 'en', 'طرابلس (Tripoli, Libya or Tripoli, Lebanon)'],
  [
    'Uniklinik Heidelberg',
    'en',
    'Uniklinik Heidelberg (probably: Heidelberg, Germany; nearest airports: Mannheim MHG 15\u00a0km, Frankfurt FRA 72\u00a0km, Karlsruhe FKB 83\u00a0km)',
  ],
  ['Deutschland', 'en', 'Deutschland (Germany; only the country: please ask for the town)'],
  ['Germany', 'en', 'Germany (only the country: please ask for the town)'],
  ['Camp 12', 'de', 'Camp 12 (nicht in unserer Liste: bitte nachfragen)'],
] as const)('%s in %s', (typed, language, expected) => {
  expect(text(typed, language)).toBe(expected);
});

test('an undecided destination is described as such, next to the typed text', () => {
  expect(text('', 'en', true)).toBe('not decided yet');
  expect(text('Bonn', 'de', true)).toMatch(/^Bonn \(noch nicht entschieden; Bonn, Deutschland; nächste Flughäfen: /);
});

test('the text for the family says that we will ask, without instructions to the desk', () => {
  const linesForFamily = (typed: string, isUndecided = false) => placeLines({ typed, isUndecided }, 'ar', 'family');
  expect(linesForFamily('Camp 12')).toEqual({
    text: 'Camp 12',
    note: 'هذا المكان ليس في قائمتنا، وسنسألك عنه حين نتصل بك',
  });
  expect(linesForFamily('', true)).toEqual({ note: 'لم تُحدَّد الوجهة بعد، وسنسأل المستشفيات نيابة عنك' });
});

test.each(typedPlaces)('the text for the desk describes %s as %s', (typed, interpretation) => {
  expectInterpreted(text(typed, 'en'), interpretation);
});
