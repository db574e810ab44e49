import { describe, expect, test } from 'vitest';
import { requiredSingleLineField, singleLineField, textField } from './text-fields.ts';

const codes = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message);

describe('a single-line field', () => {
  test('removes line breaks and invisible marks', () => {
    expect(singleLineField().parse(' Charité\r\nBerlin\u202E \t Mitte ')).toBe('Charité Berlin Mitte');
    expect(singleLineField().parse('مستشفى\u200F الملك')).toBe('مستشفى الملك');
  });

  test.each(['', '  ', '\u200E\u2066', undefined])(
    'is undefined for %j, or missing if the field is required',
    (typed) => {
      expect(singleLineField().parse(typed)).toBeUndefined();
      expect(codes(requiredSingleLineField('drop_off_required').safeParse(typed))).toEqual(['drop_off_required']);
    },
  );

  test('accepts at most 200 characters', () => {
    expect(singleLineField().parse('ع'.repeat(200))).toHaveLength(200);
    expect(codes(singleLineField().safeParse('ع'.repeat(201)))).toEqual(['text_too_long']);
    expect(codes(requiredSingleLineField('drop_off_required').safeParse('ع'.repeat(201)))).toEqual(['text_too_long']);
  });
});

describe('a multi-line field', () => {
  test('keeps line breaks', () => {
    expect(textField('message_too_long').parse(' one\r\n\r\n two \n')).toBe('one\n\n two');
  });

  test.each(['', ' \r\n ', '\u200F', undefined])('is undefined for %j', (typed) => {
    expect(textField('message_too_long').parse(typed)).toBeUndefined();
  });

  test('accepts at most 5000 characters', () => {
    expect(textField('message_too_long').parse('x'.repeat(5000))).toHaveLength(5000);
    expect(codes(textField('message_too_long').safeParse('x'.repeat(5001)))).toEqual(['message_too_long']);
  });
});
