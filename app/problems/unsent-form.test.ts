import { expect, test } from 'vitest';
import { keepUnsentForm, unsentFormOf } from './unsent-form.ts';

test('an unsent form keeps all fields except files, in order, and the values that were typed', () => {
  const form = new FormData();
  form.append('kind', 'answer');
  form.append('text', 'First line\r\nsecond');
  form.append('choice', 'a');
  form.append('choice', 'b');
  form.append('empty', ' ');
  form.append('files', new Blob(['x']), 'report.pdf');
  const unsent = keepUnsentForm(form, (name) => name !== 'kind');
  expect(unsent).toEqual({
    fields: [
      ...[['kind', 'answer'] as const, ['text', 'First line\r\nsecond'] as const],
      ...[['choice', 'a'] as const, ['choice', 'b'] as const, ['empty', ' '] as const],
    ],
    typed: ['First line\r\nsecond', 'a', 'b'],
  });
  expect(unsentFormOf({ status: 503, data: { unsent } })).toBe(unsent);
});

test.each([undefined, null, new Error('failed'), { status: 404, data: null }, { status: 404, data: 'text' }])(
  'other errors carry no unsent form: %s',
  (error) => {
    expect(unsentFormOf(error)).toBeUndefined();
  },
);
