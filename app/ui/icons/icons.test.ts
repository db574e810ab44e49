import { expect, test } from 'vitest';
import { brandNames, iconNames } from '../icon-names.ts';
import icons from './icons.json' with { type: 'json' };

test('the file of icons has every name in use and nothing else, each with a picture, and the licences', () => {
  const { 'lucide-static': lucide, 'simple-icons': brands } = icons;
  expect(Object.keys(icons)).toEqual(['lucide-static', 'simple-icons']);
  expect(Object.keys(lucide.icons)).toEqual([...iconNames]);
  expect(Object.keys(brands.icons)).toEqual([...brandNames]);
  for (const svg of [...Object.values(lucide.icons), ...Object.values(brands.icons)])
    expect(svg).toMatch(/<svg[^>]* viewBox="[^"]+"[^>]*>\s*<.+<\/svg>\s*$/s);
  expect(lucide.licence).toMatch(/^ISC License\n\nCopyright \(c\) \d+ Lucide Icons and Contributors\n/);
  expect(brands.licence).toMatch(/^# CC0 1\.0 Universal\n/);
});
