import { describe, expect, test } from 'vitest';
import { indexablePaths } from '../site/site-pages.ts';
import { linkGroups, mainLinks } from './navigation.ts';

describe.each<[location: string, links: readonly { path: string; label: string }[]]>([
  ['the header', mainLinks],
  ...linkGroups.map(({ id, links }): [string, typeof links] => [`the group ${id}`, links]),
])('the links of %s', (_location, links) => {
  test('lead to distinct, existing pages', () => {
    const paths = links.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !indexablePaths.includes(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('have distinct labels', () => {
    expect(new Set(links.map(({ label }) => label)).size).toBe(links.length);
  });
});

test('the header and the link groups match the specification, with the treatment request and the flights', () => {
  const paths = ['/', '/services', '/treatment', '/treatment/request', '/flights', '/about', '/contact'];
  expect(mainLinks.map(({ path }) => path)).toEqual(paths);
  expect(linkGroups.map(({ id }) => id)).toEqual(['families', 'company', 'support', 'legal']);
  expect(linkGroups[3].links.map(({ path }) => path)).toEqual([
    '/privacy-policy',
    '/terms-of-service',
    '/cookies-policy',
    '/imprint',
    '/accessibility',
  ]);
});

test('no menu mentions death', () => {
  expect(linkGroups.flatMap(({ links }) => links.map(({ path }) => path))).not.toContain('/in-case-of-death');
});
