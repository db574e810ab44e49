import { expect, test } from 'vitest';
import { piecesOf, plainText } from './rich-text.ts';

test.each<[text: string, pieces: ReturnType<typeof piecesOf>]>([
  ['', []],
  ['No link', ['No link']],
  ['[Contact](/contact)', [{ words: 'Contact', href: '/contact' }]],
  ['See [the help centre](/help-center).', ['See ', { words: 'the help centre', href: '/help-center' }, '.']],
  [
    '[a](/a)[b](/b)',
    [
      { words: 'a', href: '/a' },
      { words: 'b', href: '/b' },
    ],
  ],
  ['[a](/a) or [b](#b)', [{ words: 'a', href: '/a' }, ' or ', { words: 'b', href: '#b' }]],
  ['[form](/services/evacuation#form)', [{ words: 'form', href: '/services/evacuation#form' }]],
  ['[ministry](https://example.com/a?b=c#d)', [{ words: 'ministry', href: 'https://example.com/a?b=c#d' }]],
  ['راجع [مركز المساعدة](/help-center)، ثم', ['راجع ', { words: 'مركز المساعدة', href: '/help-center' }, '، ثم']],
])('splits %j into text and links', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

test.each([
  '[run](javascript:alert(1))',
  '[plain](http://example.com)',
  '[relative](contact)',
  '[two words](/a b)',
  '[](/contact)',
  '(GDPR) [1]',
])('%j contains no link', (text) => {
  expect(piecesOf(text)).toEqual([text]);
});

test('plain text has no URLs', () => {
  expect(plainText('See [the help centre](/help-center) or [call](#phone).')).toBe('See the help centre or call.');
  expect(plainText('')).toBe('');
});
