import { expect, test } from 'vitest';
import { mailableAddress } from './mailable-address.server.ts';

test.each([
  ['a.b+c@example.com', 'a.b+c@example.com'],
  ['Ahmad@Example.COM', 'Ahmad@example.com'],
  ['a@مثال.السعودية', 'a@xn--mgbh0fb.xn--mgberp4a5d4ar'],
  ['a@münchen.de', 'a@xn--mnchen-3ya.de'],
  ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
  ['a@xn--mnchen-3ya.de', 'a@xn--mnchen-3ya.de'],
])('email for %s is sent to %s', (input, address) => {
  expect(mailableAddress(input)).toBe(address);
});

test.each([
  '',
  'a@b',
  // The mail server of the recipient would have to support SMTPUTF8 (RFC 6531).
  'أحمد@example.com',
  'müller@example.com',
  'a..b@example.com',
  'a@example..com',
  'a@-example.com',
  'a@example.123',
  'a@exa_mple.com',
  'a@[127.0.0.1]',
  'a@xn--.de',
  'a b@example.com',
  'a@example.com\r\nBcc: c@example.com',
  'a@b@example.com',
  '"a"@example.com',
])('no email is sent to %j', (input) => {
  expect(mailableAddress(input)).toBeUndefined();
});
