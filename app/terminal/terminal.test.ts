import { expect, test } from 'vitest';
import { jsonText, printable } from './terminal.ts';

const hostile = 'a\u001B[31mred\u009B2J\u0007\r\n\u2028b\u202Ec\u2069د';

test('printable text cannot control the terminal', () => {
  expect(printable(hostile)).toBe('a [31mred 2J    bcد');
});

test('JSON cannot control the terminal, and parses to the original text', () => {
  const text = jsonText({ hostile });
  expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
  expect(JSON.parse(text)).toEqual({ hostile });
});
