import { describe, expect, test } from 'vitest';
import { readContact } from './read-contact.server.ts';

const valid = { name: 'أحمد علي', phone: '+966 50 123 4567', email: 'a@b.example', message: 'سؤال' };

function submit(changed: Record<string, string> = {}) {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...changed })) fields.append(name, value);
  return readContact(fields);
}

const codes = (changed: Record<string, string>) => submit(changed).reply().error ?? {};

test('a message is read with its lines, the number with its digits', () => {
  const submission = submit({ phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧', message: '  السطر الأول\r\nالسطر الثاني \n' });
  expect(submission).toMatchObject({
    status: 'success',
    value: { name: 'أحمد علي', phone: '00966501234567', message: 'السطر الأول\nالسطر الثاني' },
  });
});

test.each(['', ' \n ', '\u200f\u200e'])('a message of nothing but %j is left out', (message) => {
  const submission = submit({ message });
  expect(submission.status === 'success' && submission.value.message).toBeUndefined();
  expect(submission.status).toBe('success');
});

describe('what is wrong is told as a code', () => {
  test.each([
    [{ name: '' }, { name: ['name_required'] }],
    [{ phone: '' }, { phone: ['phone_required'] }],
    [{ phone: '12345' }, { phone: ['phone_invalid'] }],
    [{ email: '' }, { email: ['email_required'] }],
    [{ email: 'a@b' }, { email: ['email_invalid'] }],
    [{ message: 'x'.repeat(5001) }, { message: ['message_too_long'] }],
  ])('%j', (changed, expected) => {
    expect(codes(changed)).toEqual(expected);
  });

  test('an empty form tells what is required, and the message is not', () => {
    expect(Object.keys(readContact(new FormData()).reply().error ?? {})).toEqual(['name', 'phone', 'email']);
  });

  test('a message of exactly the limit is taken', () => {
    expect(submit({ message: 'x'.repeat(5000) }).status).toBe('success');
  });
});
