import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowances } from '../../app/security/limits.server.ts';

// What the documents claim stands in the code: a limit that changes, or a file that moves, changes them too.

const documents = ['docs/security.md', 'docs/privacy.md'] as const;

/** What stands in backticks and is a place in this repository: a folder's content, or a file at its root. */
const repositoryPath = /^(?:(?:app|tests|docs|locales|public)\/\S+|[\w.-]+\.(?:ts|js|json|md)|\.env\.example)$/;

const security = readFileSync('docs/security.md', 'utf8');

test.each(documents)('every file that %s names is there', (document) => {
  const named = inBackticks(readFileSync(document, 'utf8')).filter((text) => repositoryPath.test(text));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('what one visitor may do is what the table says', () => {
  const told = rowsBelow(security, '### What one visitor may do').map(([name = '', most, seconds]) => [
    name.replace(/`/g, ''),
    { most: Number(most), seconds: Number(seconds) },
  ]);
  expect(Object.fromEntries(told)).toEqual(allowances);
});

test('every other limit of the table stands in the file beside it', () => {
  const rows = rowsBelow(security, '### Sizes, times and places');
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.filter(([, , code = '', file = '']) => {
    const [limit = '', path = ''] = inBackticks(`${code} ${file}`);
    return limit === '' || !readFileSync(path, 'utf8').includes(limit);
  });
  expect(wrong).toEqual([]);
});

test('packages are installed in the versions that the document speaks of', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const versionOf = (name: string) => packages[`node_modules/${name}`]?.version;
  const told = {
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
  expect(Object.fromEntries(Object.keys(told).map((name) => [name, versionOf(name)]))).toEqual(told);
  expect(Object.values(told).filter((version) => !security.includes(version))).toEqual([]);
});

test('the README leads to both documents', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(documents.filter((document) => !readme.includes(document))).toEqual([]);
});

function inBackticks(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, inside = '']) => inside);
}

/** The cells of the first table below a heading, without its head. */
function rowsBelow(text: string, heading: string): string[][] {
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
