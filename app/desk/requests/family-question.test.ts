import { expect, test } from 'vitest';
import { parseQuestion } from './family-question.ts';

function form(text: string, ...sentences: string[]): FormData {
  const data = new FormData();
  data.set('text', text);
  for (const sentence of sentences) data.append('sentence', sentence);
  return data;
}

test('the chosen sentences follow the text in the family’s language, in the order of the form', () => {
  const question = parseQuestion(form(' Hallo,\r\n\r\nbitte: ', 'phone', 'reports', 'unknown'), 'ru');
  expect(question).toEqual({
    text:
      'Hallo,\n\nbitte:\nПожалуйста, пришлите нам медицинские документы за последние три месяца.\n' +
      'Пожалуйста, укажите номер телефона, по которому с вами можно связаться, и удобное время для звонка.',
  });
});

test('a sentence alone is enough', () => {
  expect(parseQuestion(form('', 'passports'), 'en')).toEqual({
    text: 'Please send us copies of the passports of the patient and of those travelling along.',
  });
});

test.each([
  ['', 'empty'],
  [' \n ', 'empty'],
  ['x'.repeat(4001), 'long'],
])('%j cannot be sent', (text, problem) => {
  expect(parseQuestion(form(text), 'ar')).toEqual({ problem });
});
