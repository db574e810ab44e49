import { expect, test } from 'vitest';
import { classesIn, rulesInUse, wordsIn } from './rules-in-use.server.ts';

const select = (stylesheet: string, ...classes: string[]) =>
  rulesInUse(stylesheet, (name) => classes.includes(name)).replace(/\s+/g, '');

test('keeps rules without classes, and those of the classes in use, in their order', () => {
  const stylesheet = 'a{color:red}.x{top:0}.y{top:1px}@media print{.y{top:2px}.x{top:3px}}';
  expect(select(stylesheet, 'x')).toBe('a{color:red}.x{top:0}@mediaprint{.x{top:3px}}');
});

test('removes a selector from a list, and an at-rule that has become empty', () => {
  expect(select('.x,.y,b .x:hover{top:0}@media print{.y{top:2px}}', 'x')).toBe('.x,b.x:hover{top:0}');
});

test('keeps a rule if every class that its selector requires is in use, whatever classes it excludes', () => {
  const stylesheet = '.x .y{top:0}.x:not(.y){top:1px}html:not(.y:not(.z)) .x{top:2px}';
  expect(select(stylesheet, 'x')).toBe('.x:not(.y){top:1px}html:not(.y:not(.z)).x{top:2px}');
});

test('reads escaped names', () => {
  const stylesheet = String.raw`.md\:flex{top:0}.\[\&\:not\(\:empty\)\]\:py-8:not(:empty){top:1px}.\31 2{top:2px}.w-1\.5{top:3px}`;
  expect([...classesIn(stylesheet)]).toEqual(['md:flex', '[&:not(:empty)]:py-8', '12', 'w-1.5']);
});

test('keeps fonts and animations', () => {
  const stylesheet = '@font-face{font-family:A;src:url(a.woff2)}@keyframes spin{to{top:0}}';
  expect(rulesInUse(stylesheet, () => false)).toBe(stylesheet);
});

test('finds class names in compiled code', () => {
  const words = wordsIn('jsx("div",{className:`${a} md:flex w-1.5`,x:b?"grid":\'hidden\'})');
  for (const name of ['md:flex', 'w-1.5', 'grid', 'hidden']) expect(words).toContain(name);
});
