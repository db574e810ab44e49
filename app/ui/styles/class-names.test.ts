import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import postcss from 'postcss';
import tailwindcss from 'tailwindcss';
import { expect, test } from 'vitest';
import { classesIn, wordsIn } from './rules-in-use.server.ts';
import theme from './theme.ts';

const app = resolve(import.meta.dirname, '../..');

/** Returns a stylesheet with everything that it imports. */
function withImports(file: string): string {
  return readFileSync(file, 'utf8').replace(/@import '(\.[^']+)';/g, (_, path: string) =>
    withImports(resolve(dirname(file), path)),
  );
}

/** Returns those of these words that are classes with a rule. */
async function classesAmong(words: readonly string[]): Promise<Set<string>> {
  const config = { ...theme, content: [{ raw: words.join(' '), extension: 'html' }] };
  const { css } = await postcss([tailwindcss(config)]).process(withImports(resolve(app, 'styles.css')), {
    from: undefined,
  });
  return classesIn(css);
}

/** Returns the words that name a class behind a screen or state that does not exist, and so have no effect. */
async function withoutEffect(words: readonly string[]): Promise<string[]> {
  const behind = (word: string) => word.slice(word.lastIndexOf(':') + 1);
  const conditional = words.filter((word) => word.includes(':') && behind(word) !== '');
  const classes = await classesAmong([...conditional, ...conditional.map(behind)]);
  return conditional.filter((word) => classes.has(behind(word)) && !classes.has(word));
}

test('every screen and state before a class exists', async () => {
  const files = globSync('**/*.tsx', { cwd: app });
  const words = new Set(files.flatMap((file) => [...wordsIn(readFileSync(resolve(app, file), 'utf8'))]));
  expect(words.size).toBeGreaterThan(1000);
  expect(await withoutEffect([...words])).toEqual([]);
});

test('a class behind an unknown screen or state is found', async () => {
  const words = ['md:block', '3xl:block', 'hovr:underline', 'sm:!px-2', 'wide:!px-2', 'a:b', 'md:button', 'xxl:button'];
  expect(await withoutEffect(words)).toEqual(['3xl:block', 'hovr:underline', 'wide:!px-2', 'xxl:button']);
});
