import { expect, test } from 'vitest';
import { readText } from './supplier-text.ts';

test.each([
  'City.Travel',
  'Airbus A320-200 (Sharklets)',
  'الخطوط السعودية',
  'Аэрофлот',
  'Ünü',
  '🛫 Air',
  'x'.repeat(100),
])('leaves clean text unchanged: %s', (text) => {
  expect(readText(text)).toBe(text);
});

test.each<[unknown, string]>([
  ['  Saudia  ', 'Saudia'],
  ['two\r\n lines\u2028and\ta tab', 'two lines and a tab'],
  ['bell\u0007 and \u0000nothing\u009F', 'bell and nothing'],
  ['\u202Eaidua\u202CS\u2066x\u2069\u200F', 'aiduaSx'],
  ['\uFEFFSaudia\u200B', 'Saudia'],
  ['half \uD83D character', 'half character'],
  ['', ''],
  [' \u202E ', ''],
  [null, ''],
  [undefined, ''],
  [5, ''],
  [true, ''],
  [{ en: 'Saudia' }, ''],
  [['Saudia'], ''],
])('sanitises %j to %j', (text, sanitised) => {
  expect(readText(text)).toBe(sanitised);
});

test.each([
  ['x'.repeat(101), 'x'.repeat(100)],
  [`${'x'.repeat(99)}🛫`, 'x'.repeat(99)],
  [`${'x'.repeat(99)} yz`, 'x'.repeat(99)],
])('truncates to 100 code units without splitting a character (%#)', (text, truncated) => {
  expect(readText(text)).toBe(truncated);
});
