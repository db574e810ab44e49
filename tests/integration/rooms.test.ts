import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import ts from 'typescript';
import { expect, test } from 'vitest';

// Rules that lint cannot check in a single file. tests/eslint.config.js defines which room may import which.

/** The modules of app/, except tests and declarations. */
const modules = globSync('app/**/*.{ts,tsx}')
  .map((path) => path.replace(/\\/g, '/'))
  .filter((path) => !/\.(?:test|d)\.tsx?$/.test(path));

const imports = new Map(modules.map((path) => [path, importsOf(path)]));

test('no module of app/ imports itself through others, not even for types', () => {
  expect(modules.length).toBeGreaterThan(400);
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(importCycles()).toEqual([]);
});

test('every import within app/ is found', () => {
  expect([...imports.values()].flat().filter((path) => !existsSync(path))).toEqual([]);
});

test('at most eight modules are at the root of a room', () => {
  const rooms = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const crowded = rooms
    .map(({ name }) => ({ name, count: modules.filter((path) => posix.dirname(path) === `app/${name}`).length }))
    .filter(({ name, count }) => name !== 'routes' && count > 8);
  expect(rooms.length).toBeGreaterThan(20);
  expect(crowded).toEqual([]);
});

test('every file in app/routes is a route', () => {
  const wired = Object.values(flatRoutes('app', [])).map(({ file }) => posix.basename(file));
  const files = readdirSync('app/routes');
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !wired.includes(file))).toEqual([]);
  // Remix treats every file there as a route; a file that handles no request belongs elsewhere.
  expect(files.filter((file) => !isRoute(readFileSync(`app/routes/${file}`, 'utf8')))).toEqual([]);
});

/** Whether a module exports what Remix expects of a route: a page or a request handler. */
function isRoute(text: string): boolean {
  const { statements } = ts.createSourceFile('route.tsx', text, ts.ScriptTarget.Latest);
  return statements.some((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      return (
        exportClause !== undefined &&
        ts.isNamedExports(exportClause) &&
        exportClause.elements.some(({ name }) => ['default', 'loader', 'action'].includes(name.text))
      );
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
    if (!has(ts.SyntaxKind.ExportKeyword)) return false;
    const isNamed = ts.isFunctionDeclaration(statement) && ['loader', 'action'].includes(statement.name?.text ?? '');
    return has(ts.SyntaxKind.DefaultKeyword) || isNamed;
  });
}

/** The modules of app/ that a module imports: statically, lazily, or for a type. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
  return importedFiles
    .map(({ fileName }) =>
      fileName.startsWith('#app/')
        ? fileName.slice(1)
        : fileName.startsWith('.')
          ? posix.join(posix.dirname(path), fileName)
          : '',
    )
    .filter((found) => /^app\/.*\.tsx?$/.test(found));
}

/** The import cycles, each once, as lists of modules. */
function importCycles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): void => {
    const start = way.indexOf(path);
    if (start >= 0) found.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    way.push(path);
    imports.get(path)?.forEach(visit);
    way.pop();
    done.add(path);
  };
  modules.forEach(visit);
  return found;
}
