import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { type Site, startSite } from '../support/site.ts';

// The server caches the parts that pages share; a part cached while rendering one page must be correct on every other.

let forwards: Site;
let backwards: Site;
beforeAll(async () => {
  [forwards, backwards] = await Promise.all([startSite(), startSite()]);
});
afterAll(() => Promise.all([forwards.close(), backwards.close()]));

const paths = languageCodes.flatMap((language) =>
  [...indexablePaths, '/no-such-page', '/help-center?q=a', '/contact?x=1', '/cookie-preferences'].map((path) =>
    pathIn(language, path),
  ),
);

async function pagesOf(site: Site, order: string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of order) {
    const response = await fetch(site.url + path);
    pages.set(path, (await response.text()).split(site.url).join(''));
  }
  return pages;
}

test('each page renders identically, whatever was rendered before it', async () => {
  const [first, second] = await Promise.all([pagesOf(forwards, paths), pagesOf(backwards, [...paths].reverse())]);
  for (const path of paths) {
    expect(first.get(path)).toContain('</footer>');
    expect(first.get(path)).not.toContain('x-part');
    expect(second.get(path), path).toBe(first.get(path));
  }
  // And again, now that each part has been rendered.
  for (const [path, page] of await pagesOf(forwards, paths)) expect(page, path).toBe(first.get(path));
});
