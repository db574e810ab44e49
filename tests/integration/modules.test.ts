import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import ts from 'typescript';
import { expect, test } from 'vitest';

// Rules that lint cannot check file by file. tests/eslint.config.js defines which module may import which.

/** The source files of app/, except tests and declarations. */
const sourceFiles = globSync('app/**/*.{ts,tsx}')
  .map((path) => path.replace(/\\/g, '/'))
  .filter((path) => !/\.(?:test|d)\.tsx?$/.test(path));

const imports = new Map(sourceFiles.map((path) => [path, findImports(path)]));

test('the files of app/ have no import cycles, not even through type imports', () => {
  expect(sourceFiles.length).toBeGreaterThan(400);
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(findImportCycles()).toEqual([]);
});

test('every import within app/ names an existing file', () => {
  expect([...imports.values()].flat().filter((path) => !existsSync(path))).toEqual([]);
});

test('a module has at most eight files at its root', () => {
  const modules = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const overfullModules = modules
    .map(({ name }) => ({ name, count: sourceFiles.filter((path) => posix.dirname(path) === `app/${name}`).length }))
    .filter(({ name, count }) => name !== 'routes' && count > 8);
  expect(modules.length).toBeGreaterThan(20);
  expect(overfullModules).toEqual([]);
});

test('every file in app/routes is a route', () => {
  const routeFiles = Object.values(flatRoutes('app', [])).map(({ file }) => posix.basename(file));
  const files = readdirSync('app/routes');
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !routeFiles.includes(file))).toEqual([]);
  // Remix treats every file there as a route; a file that handles no request belongs elsewhere.
  expect(files.filter((file) => !isRoute(readFileSync(`app/routes/${file}`, 'utf8')))).toEqual([]);
});

/** Whether a file exports what Remix expects of a route: a page or a request handler. */
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
    const hasModifier = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
    if (!hasModifier(ts.SyntaxKind.ExportKeyword)) return false;
    const isNamed = ts.isFunctionDeclaration(statement) && ['loader', 'action'].includes(statement.name?.text ?? '');
    return hasModifier(ts.SyntaxKind.DefaultKeyword) || isNamed;
  });
}

/** Lists the files of app/ that a file imports: statically, lazily, or for a type. */
function findImports(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
  return importedFiles
    .map(({ fileName }) =>
      fileName.startsWith('#app/')
        ? fileName.slice(1)
        : fileName.startsWith('.')
          ? posix.join(posix.dirname(path), fileName)
          : '',
    )
    .filter((imported) => /^app\/.*\.tsx?$/.test(imported));
}

/** Finds all import cycles. @returns each cycle once, as a string */
function findImportCycles(): string[] {
  const cycles: string[] = [];
  const visited = new Set<string>();
  const stack: string[] = [];
  const visit = (path: string): void => {
    const start = stack.indexOf(path);
    if (start >= 0) cycles.push([...stack.slice(start), path].join(' → '));
    if (start >= 0 || visited.has(path)) return;
    stack.push(path);
    imports.get(path)?.forEach(visit);
    stack.pop();
    visited.add(path);
  };
  sourceFiles.forEach(visit);
  return cycles;
}
