import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';

test('every test file is in a project of Vitest, or in the folder of Playwright; two are in soaks only', () => {
  const list = execFileSync('vitest', ['list', '--config', 'tests/vitest.config.ts', '--filesOnly', '--json'], {
    encoding: 'utf8',
  });
  const inProjects = (JSON.parse(list) as { file: string }[]).map(({ file }) => relative('.', file));
  const known = new Set([...inProjects, ...globSync('tests/e2e/*.spec.ts')]);
  const existing = globSync('{app,locales,tests}/**/*.{test,spec}.{js,jsx,ts,tsx}');
  expect(existing.length).toBeGreaterThan(300);
  expect(existing.filter((file) => !known.has(file)).sort()).toEqual([
    'tests/engines/postgres-behind-nginx.test.ts',
    'tests/engines/postgres-rolling-restart.test.ts',
  ]);
});
