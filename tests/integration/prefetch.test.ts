import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** What the rules in a page say about links: the patterns that a link must match, and those that it must not. */
async function rulesOf(path: string) {
  const html = await (await fetch(site.url + path)).text();
  const text = /<script type="speculationrules">(.*?)<\/script>/.exec(html)?.[1];
  if (text === undefined) return undefined;
  const { prefetch } = JSON.parse(text) as {
    prefetch: [{ where: { and: [{ href_matches: string[] }, { not: { href_matches: string[] } }] } }];
  };
  const [included, { not: excluded }] = prefetch[0].where.and;
  const matches = (patterns: string[], href: string) =>
    patterns.some((pattern) => new URLPattern(pattern, site.url).test(href, site.url));
  return (href: string) => matches(included.href_matches, href) && !matches(excluded.href_matches, href);
}

test('browsers may prefetch every public page', async () => {
  for (const language of languageCodes) {
    const isPrefetched = await rulesOf(pathIn(language, '/about'));
    const missed = indexablePaths.map((path) => pathIn(language, path)).filter((path) => !isPrefetched?.(path));
    expect(missed).toEqual([]);
  }
});

test.each([
  '/en/search/flights?origin=RUH&destination=MUC',
  '/en/search/flights',
  '/ar/flights/0123456789ab?search=abc',
  '/ar/requests/secret',
  '/en/requests/secret/delete',
  '/en/help-center?q=visa',
  '/deeplink?offer=1',
  '/desk/requests',
  '/uploads/abc',
])('browsers never prefetch %s', async (href) => {
  const isPrefetched = await rulesOf('/en');
  expect(isPrefetched?.(href)).toBe(false);
});

test('private pages and error pages have no rules', async () => {
  expect(await rulesOf('/en/search/flights')).toBeUndefined();
  expect(await rulesOf('/en/no-such-page')).toBeUndefined();
});
