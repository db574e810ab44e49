import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Returns whether the rules in a page allow a link to be prefetched; undefined without rules. */
async function rulesOf(path: string) {
  const html = await (await fetch(site.url + path)).text();
  const text = /<script type="speculationrules">(.*?)<\/script>/.exec(html)?.[1];
  if (text === undefined) return undefined;
  const { prefetch } = JSON.parse(text) as { prefetch: [{ where: { href_matches: string } }] };
  const pattern = new URLPattern(prefetch[0].where.href_matches, site.url);
  return (href: string) => pattern.test(href, site.url);
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
