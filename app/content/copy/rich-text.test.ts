import { expect, test } from 'vitest';
import { parseRichText, plainText } from './rich-text.ts';

test.each<[text: string, pieces: ReturnType<typeof parseRichText>]>([
  ['', []],
  ['No link', ['No link']],
  ['[Contact](/contact)', [{ label: 'Contact', href: '/contact' }]],
  ['See [the help centre](/help-center).', ['See ', { label: 'the help centre', href: '/help-center' }, '.']],
  [
    '[a](/a)[b](/b)',
    [
      { label: 'a', href: '/a' },
      { label: 'b', href: '/b' },
    ],
  ],
  ['[a](/a) or [b](#b)', [{ label: 'a', href: '/a' }, ' or ', { label: 'b', href: '#b' }]],
  ['[form](/services/evacuation#form)', [{ label: 'form', href: '/services/evacuation#form' }]],
  ['[ministry](https://example.com/a?b=c#d)', [{ label: 'ministry', href: 'https://example.com/a?b=c#d' }]],
  ['راجع [مركز المساعدة](/help-center)، ثم', ['راجع ', { label: 'مركز المساعدة', href: '/help-center' }, '، ثم']],
])('splits %j into text and links', (text, pieces) => {
  expect(parseRichText(text)).toEqual(pieces);
});

test.each([
  '[run](javascript:alert(1))',
  '[plain](http://example.com)',
  '[relative](contact)',
  '[two words](/a b)',
  '[](/contact)',
  '(GDPR) [1]',
])('finds no link in %j', (text) => {
  expect(parseRichText(text)).toEqual([text]);
});

test('reduces links to their labels in plain text', () => {
  expect(plainText('See [the help centre](/help-center) or [call](#phone).')).toBe('See the help centre or call.');
  expect(plainText('')).toBe('');
});
