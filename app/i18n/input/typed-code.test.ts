import { expect, test } from 'vitest';
import { typedCode } from './typed-code.ts';

test.each([
  ['123456', '123456'],
  ['١٢٣ ٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['\u200F123\u00A0456\u200E', '123456'],
  ['\u2067١٢٣-٤٥٦\u2069', '123456'],
  ['abcde-fghjk', 'ABCDEFGHJK'],
  ['ａｂｃｄｅ－ｆｇｈｊｋ', 'ABCDEFGHJK'],
  ['abcde\u2010fghjk', 'ABCDEFGHJK'],
  ['abcde\u2011fghjk', 'ABCDEFGHJK'],
  ['abcde–fghjk', 'ABCDEFGHJK'],
  ['abcde—fghjk', 'ABCDEFGHJK'],
  ['abcde−fghjk', 'ABCDEFGHJK'],
  ['abc\u00ADde\uFEFFfghjk\n', 'ABCDEFGHJK'],
])('reads %j as %s', (typed, code) => {
  expect(typedCode(typed)).toBe(code);
});

test('reads only the beginning of a long text', () => {
  expect(typedCode('1'.repeat(1_000_000)).length).toBeLessThanOrEqual(100);
  expect(typedCode(`${' '.repeat(1_000_000)}1`)).toBe('');
});
