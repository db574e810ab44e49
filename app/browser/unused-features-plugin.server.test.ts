import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { removeUnusedFeatures } from './unused-features-plugin.server.ts';

const router = createRequire(import.meta.url)
  .resolve('@remix-run/router')
  .replace(/(?<=\/)[^/]+$/, 'router.js');

/** Transforms a module as the browser's build does. */
function transform(code: string, id: string): { code: string } | undefined {
  const build = {
    environment: { name: 'client' },
    error: (message: string) => {
      throw new Error(message);
    },
  };
  const plugin = removeUnusedFeatures() as { transform: (code: string, id: string) => { code: string } | undefined };
  return plugin.transform.call(build, code, id);
}

test('removes checks for unused features from the router', async () => {
  const code = await readFile(router, 'utf8');
  expect(code).toContain('fogOfWar.active');
  expect(transform(code, router)?.code).not.toContain('fogOfWar.active');
});

test('fails if a package no longer contains a string to replace', async () => {
  const code = await readFile(router, 'utf8');
  expect(() => transform(code.replace('function isDeferredData(', 'function isDeferred('), router)).toThrow(
    /: expected 1 occurrences, found 0: function isDeferredData/,
  );
});

test.each([
  "import { Form, useBlocker } from '@remix-run/react';",
  "import { Await } from '@remix-run/react';",
  '<Link to="/" prefetch="intent">',
  '<Link to="/" viewTransition>',
])('fails if the site uses a removed feature: %s', (code) => {
  expect(() => transform(code, '/site/app/routes/page.tsx')).toThrow('is removed from the browser');
});

test('leaves the site and its other imports as they are', () => {
  const code = `import { Form, Link } from '@remix-run/react';\n<Link to="/" prefetch="none">`;
  expect(transform(code, '/site/app/routes/page.tsx')).toBeUndefined();
});
