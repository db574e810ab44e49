import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const names = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts));

/** Scripts that run where the site is already installed: the command-line tools on a server. */
const isServerTool = (name: string) => /^node app\/\S+-tool\.server\.ts$/.test(scripts[name] ?? '');

test('each script that needs packages prepares them', () => {
  expect(names.filter(isServerTool).length).toBeGreaterThan(5);
  expect(names.filter((name) => !isServerTool(name) && !scripts[`pre${name}`]?.includes('node prepare.js'))).toEqual(
    [],
  );
});

test('scripts that serve the build, or run tests in a browser, prepare these', () => {
  const needs = (name: string) => {
    const named =
      scripts[`pre${name}`]
        ?.replace(/^.*prepare\.js ?/, '')
        .split(' ')
        .filter(Boolean) ?? [];
    return named.length > 0 ? named : ['build'];
  };
  for (const name of ['start', 'preview', 'integration']) expect(needs(name), name).toContain('build');
  for (const name of ['test', 'e2e', 'soak', 'bench', 'screenshots'])
    expect(needs(name), name).toEqual(expect.arrayContaining(['tests', 'build', 'browser']));
  for (const name of names.filter((each) => /tests\/|vitest|playwright/.test(scripts[each] ?? '')))
    expect(needs(name), name).toContain('tests');
  // A start must not install what only tests need.
  expect(needs('start')).toEqual(['build']);
});
