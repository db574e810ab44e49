import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { rateLimits } from '../../app/server/limits/limits.server.ts';

// Checks that the documents match the code: a changed limit or a moved file must be updated in them, too.

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Matches a path in this repository: below one of its folders, or a file at its root. */
const repositoryPath = /^(?:(?:app|tests|docs|locales|public)\/\S+|[\w.-]+\.(?:ts|js|json|md)|\.env\.example)$/;

const security = readFileSync('docs/security.md', 'utf8');

test.each(documents)('every file named in %s exists', (document) => {
  const paths = findCodeSpans(readFileSync(document, 'utf8')).filter((text) => repositoryPath.test(text));
  if (['docs/security.md', 'docs/privacy.md'].includes(document)) expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !/[*{}]/.test(path) && !existsSync(path))).toEqual([]);
});

test.each(documents)('every link in %s to the repository has a target', (document) => {
  const targets = Array.from(
    readFileSync(document, 'utf8')
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
    ([, target = '']) => target,
  );
  const internal = targets.filter((target) => !/^https?:/.test(target));
  expect(internal.filter((target) => !hasTarget(document, target))).toEqual([]);
});

test('the configuration page and .env.example list exactly the environment variables of the schema', () => {
  const [, schema = ''] =
    /= z\n {2}\.object\(\{\n(.*?)\n {2}\}\)/s.exec(readFileSync('app/env/env.server.ts', 'utf8')) ?? [];
  const known = Array.from(schema.matchAll(/^ {4}([A-Z][A-Z_]+):/gm), ([, name]) => name);
  expect(known.length).toBeGreaterThan(30);
  const table = readFileSync('docs/configuration.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const described = table.flatMap((line) => findCodeSpans(line.split('|')[1] ?? ''));
  // CHROMIUM is read by the tests, NODE_EXTRA_CA_CERTS by Node itself.
  expect(described.sort()).toEqual([...known, 'CHROMIUM', 'NODE_EXTRA_CA_CERTS'].sort());
  const example = Array.from(readFileSync('.env.example', 'utf8').matchAll(/\b([A-Z][A-Z_]+)=/g), ([, name]) => name);
  expect(example.sort()).toEqual([...known.filter((name) => name !== 'NODE_ENV'), 'NODE_EXTRA_CA_CERTS'].sort());
});

test('the documented rate limits match the code', () => {
  const documented = readTableBelow(security, '### What one visitor may do').map(([name = '', max, seconds]) => [
    name.replace(/`/g, ''),
    { max: Number(max), seconds: Number(seconds) },
  ]);
  expect(Object.fromEntries(documented)).toEqual(rateLimits);
});

test('every other documented limit is in the file named beside it', () => {
  const rows = readTableBelow(security, '### Sizes, times and places');
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.filter(([, , code = '', file = '']) => {
    const [limit = '', path = ''] = findCodeSpans(`${code} ${file}`);
    return limit === '' || !readFileSync(path, 'utf8').includes(limit);
  });
  expect(wrong).toEqual([]);
});

test('the installed packages have the documented versions', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const versionOf = (name: string) => packages[`node_modules/${name}`]?.version;
  const documentedVersions = {
    'react-router': '6.30.6',
    '@remix-run/router': '1.23.4',
    '@remix-run/server-runtime': '2.17.5',
    'turbo-stream': '2.4.1',
    braces: '3.0.3',
    tar: '6.2.1',
    undici: '6.29.1',
    rollup: '4.60.0',
    'proxy-addr': '2.0.8',
  };
  expect(Object.fromEntries(Object.keys(documentedVersions).map((name) => [name, versionOf(name)]))).toEqual(
    documentedVersions,
  );
  expect(Object.values(documentedVersions).filter((version) => !security.includes(version))).toEqual([]);
});

test('the README links to every document', () => {
  const readme = readFileSync('README.md', 'utf8');
  const pages = documents.filter((document) => document !== 'README.md' && !document.startsWith('docs/decisions/'));
  expect(pages.filter((document) => !readme.includes(document))).toEqual([]);
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(700);
});

/** Whether the target is a file or folder relative to the document and, for a fragment, a heading by GitHub's naming. */
function hasTarget(document: string, target: string): boolean {
  const [path = '', fragment] = target.split('#');
  const file = path === '' ? document : join(dirname(document), path);
  if (!existsSync(file)) return false;
  if (fragment === undefined) return true;
  const headings = Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  );
  return headings.includes(fragment);
}

function findCodeSpans(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
}

/** Returns the rows of the first table below a heading as lists of cells, without the header row. */
function readTableBelow(text: string, heading: string): string[][] {
  const [, below = ''] = text.split(`${heading}\n`);
  const lines = below.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  return lines.slice(first + 2, first + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
