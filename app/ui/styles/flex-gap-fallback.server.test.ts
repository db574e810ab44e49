import postcss from 'postcss';
import { expect, test } from 'vitest';
import { flexGapFallback } from './flex-gap-fallback.server.ts';

/** Returns the rules that the plugin adds to a stylesheet, without spaces and without those for utility classes. */
function added(stylesheet: string): string {
  const process = (source: string) => postcss([flexGapFallback()]).process(source, { from: undefined }).css;
  const selectors = /(?<![^{},])[^{},]*\[class\*='gap-'\][^{},]*,?/g;
  const result = process(stylesheet).slice(stylesheet.length).replace(/\s/g, '').replace(selectors, '');
  return result
    .replace(/^@supportsnot\(inset:0\)\{/, '')
    .replace(/(?<=^|\})\{[^}]*\}/g, '')
    .slice(0, -1);
}

test('a row gets margins between its items, on the start side of the page', () => {
  expect(added('.a, .b { display: flex; gap: 1rem }')).toBe(
    "[dir='ltr'].a>*+*,[dir='ltr'].b>*+*{margin-left:1rem}[dir='rtl'].a>*+*,[dir='rtl'].b>*+*{margin-right:1rem}",
  );
  expect(added('.a { display: inline-flex; row-gap: 1rem; column-gap: 2rem }')).toContain('margin-left:2rem');
  expect(added('.a { display: flex; gap: 1rem 2rem }')).toContain('margin-left:2rem');
});

test('a row that wraps also gets margins between its lines', () => {
  expect(added('.a { display: flex; flex-wrap: wrap; gap: 1rem 2rem }')).toContain('.a>*{margin-bottom:1rem}');
});

test('a column gets margins between its items', () => {
  expect(added('.a { display: flex; flex-direction: column; gap: 1rem 2rem }')).toContain('{margin:1rem00}');
});

test('a row that becomes a column in a wide window gets the margins of a column there', () => {
  const css = '.a { display: flex; gap: 1rem } @media (min-width: 64rem) { .a { flex-direction: column } }';
  expect(added(css)).toMatch(/@media\(min-width:64rem\)\{\[dir\]\.a>\*\+\*\{margin:1rem00\}\}$/);
});

test('boxes with utility classes get margins', () => {
  const { css } = postcss([flexGapFallback()]).process('', { from: undefined });
  expect(css).toContain("[dir='rtl'] .flex[class*=' gap-'] > * + :not(.ms-auto)");
});

test('other boxes are unchanged', () => {
  expect(added('.a { display: grid; gap: 1rem } .b { display: flex } .gap-3 { gap: 3rem }')).toBe('');
});
