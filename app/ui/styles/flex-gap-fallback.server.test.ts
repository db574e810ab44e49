import postcss from 'postcss';
import { expect, test } from 'vitest';
import { flexGapFallback } from './flex-gap-fallback.server.ts';

/** Returns the rules that the plugin adds for those of a stylesheet, without spaces. */
function added(stylesheet: string): string {
  const endOf = (source: string) => postcss([flexGapFallback()]).process(source, { from: undefined }).css;
  const forUtilities = endOf('').replace(/\s|\}$/g, '');
  return endOf(stylesheet).slice(stylesheet.length).replace(/\s/g, '').slice(forUtilities.length, -1);
}

test('a row gets margins between its items', () => {
  expect(added('.a, .b { display: flex; gap: 1rem }')).toBe('.a,.b{gap:0}.a>*+*,.b>*+*{margin-inline-start:1rem}');
  expect(added('.a { display: inline-flex; row-gap: 1rem; column-gap: 2rem }')).toContain('margin-inline-start:2rem');
  expect(added('.a { display: flex; gap: 1rem 2rem }')).toContain('margin-inline-start:2rem');
});

test('a column gets margins between its items', () => {
  expect(added('.a { display: flex; flex-direction: column; gap: 1rem 2rem }')).toContain('margin-block-start:1rem');
});

test('boxes with utility classes get margins', () => {
  const { css } = postcss([flexGapFallback()]).process('', { from: undefined });
  expect(css).toContain(".flex[class*=' gap-'], .inline-flex[class*=' gap-'] { gap: 0 }");
});

test('other boxes stay as they are', () => {
  expect(added('.a { display: grid; gap: 1rem } .b { display: flex } .gap-3 { gap: 3rem }')).toBe('');
});
