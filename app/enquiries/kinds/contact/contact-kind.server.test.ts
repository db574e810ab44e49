import { describe, expect, test } from 'vitest';
import { contactKind } from './contact-kind.server.ts';

const validFields = { name: 'أحمد علي', phone: '+966 50 123 4567', email: 'a@b.example', message: 'سؤال' };

function parse(changes: Record<string, string> = {}) {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ ...validFields, ...changes })) fields.append(name, value);
  return contactKind.parse(fields);
}

const errorCodes = (changes: Record<string, string>) => parse(changes).reply().error ?? {};

test('normalises line breaks in the message and digits in the phone number', () => {
  const submission = parse({ phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧', message: '  السطر الأول\r\nالسطر الثاني \n' });
  expect(submission).toMatchObject({
    status: 'success',
    value: { name: 'أحمد علي', phone: '00966501234567', message: 'السطر الأول\nالسطر الثاني' },
  });
});

test.each(['', ' \n ', '\u200f\u200e'])('treats the message %j as missing', (message) => {
  const submission = parse({ message });
  expect(submission.status === 'success' && submission.value.message).toBeUndefined();
  expect(submission.status).toBe('success');
});

describe('reports errors as codes', () => {
  test.each([
    [{ name: '' }, { name: ['name_required'] }],
    [{ phone: '' }, { phone: ['phone_required'] }],
    [{ phone: '12345' }, { phone: ['phone_invalid'] }],
    [{ email: '' }, { email: ['email_required'] }],
    [{ email: 'a@b' }, { email: ['email_invalid'] }],
    [{ message: 'x'.repeat(5001) }, { message: ['message_too_long'] }],
  ])('for %j', (changes, expected) => {
    expect(errorCodes(changes)).toEqual(expected);
  });

  test('for the required fields of an empty form, but not for the message', () => {
    expect(Object.keys(contactKind.parse(new FormData()).reply().error ?? {})).toEqual(['name', 'phone', 'email']);
  });
});

test('accepts a message of the maximum length', () => {
  expect(parse({ message: 'x'.repeat(5000) }).status).toBe('success');
});
