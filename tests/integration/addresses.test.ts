import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageCodes, languages, pathIn } from '../../app/i18n/languages.ts';
import { send } from '../support/evacuation-request.ts';
import { everyPage, pageReader } from '../support/every-page.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { inEveryLanguage } from '../support/texts-of-languages.ts';

const words = inEveryLanguage(({ common }) => common);

let site: Site;
let furtherAddresses: string[];
const pageAt = pageReader(() => site);
beforeAll(async () => {
  site = await startSite();
  furtherAddresses = await furtherPages();
});
afterAll(() => site.close());

const get = (address: string) => fetch(new URL(address, site.url), { redirect: 'manual' });

/** Every address that a page links to, as an absolute URL, with the element that links to it. */
function addressesIn(page: Page, ownAddress: string): { element: string; url: URL }[] {
  return page.document
    .querySelectorAll('[href], [src], [action], [formaction], meta[property="og:image"]')
    .flatMap((element) => {
      const { href, src, action, formaction, content } = element.attributes;
      const address = href ?? src ?? action ?? formaction ?? content ?? '';
      return [{ element: element.rawTagName, url: new URL(address, site.url + ownAddress) }];
    });
}

/** The pages that belong to a visitor's request, and the long form in Russian. */
async function furtherPages(): Promise<string[]> {
  const addresses = languageCodes.map(async (language) => {
    const sent = await send(site, {}, [], language);
    const { pathname } = new URL(sent.headers.get('Location') ?? '');
    return [pathname, `${pathname}/sheet`, `${pathname}/delete`, `/${language}/medical-flight/incubator?wording=ru`];
  });
  return (await Promise.all(addresses)).flat();
}

/** Every address linked from any page, including error pages and a search, mapped to the page that links to it. */
async function everyAddress(): Promise<Map<string, string>> {
  const sources = [
    ...everyPage.map(({ address }) => address),
    ...furtherAddresses,
    ...['/ar/nothing', '/en/nothing', '/en/help-center?q=visa'],
  ];
  const found = new Map<string, string>();
  for (const source of sources) {
    for (const { url } of addressesIn(await pageAt(source), source)) {
      if (!found.has(url.href)) found.set(url.href, source);
    }
  }
  return found;
}

const contentTypes: Record<string, RegExp> = {
  css: /^text\/css/,
  ico: /^image\/x-icon/,
  js: /^(?:text|application)\/javascript/,
  pdf: /^application\/pdf/,
  png: /^image\/png/,
  svg: /^image\/svg\+xml/,
  webmanifest: /^application\/manifest\+json/,
  woff2: /^font\/woff2/,
  zip: /^application\/zip/,
};

/** Whether an address of this site responds with the content type of its extension, or with a page if it has none. */
async function responds(address: string): Promise<boolean> {
  const response = await get(address);
  await response.arrayBuffer();
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1];
  const wanted = extension ? contentTypes[extension] : /^text\/html/;
  return response.status === 200 && Boolean(wanted?.test(response.headers.get('Content-Type') ?? ''));
}

describe('every address in a page', () => {
  test('is on this site or uses a safe scheme', async () => {
    const odd = [...(await everyAddress())].filter(([address]) => !/^(?:https|mailto|tel):/.test(address));
    expect(odd.filter(([address]) => !address.startsWith(`${site.url}/`))).toEqual([]);
  });

  test('exists: pages, pictures, icons, styles, scripts, documents', async () => {
    const addresses = await everyAddress();
    const own = [...addresses].filter(([address]) => address.startsWith(site.url));
    const files = new Map(own.map(([address, source]) => [address.replace(/#.*/, ''), source]));
    // Error pages link to their own, non-existent address.
    for (const [address, source] of files) if (address === site.url + source) files.delete(address);
    const kinds = new Set([...files.keys()].map((address) => /\.(\w+)$/.exec(address)?.[1] ?? 'page'));
    expect([...kinds]).toEqual(expect.arrayContaining(['page', 'css', 'js', 'pdf', 'png', 'svg', 'woff2', 'zip']));
    const dead: string[] = [];
    for (const [address, source] of files) {
      if (!(await responds(address))) dead.push(`${address.slice(site.url.length)}, linked from ${source}`);
    }
    expect(dead).toEqual([]);
  });

  test('exists, including the fragment of a link', async () => {
    const addresses = [...(await everyAddress())].filter(
      ([address]) => address.startsWith(site.url) && address.includes('#'),
    );
    expect(addresses.length).toBeGreaterThan(50);
    const missing: string[] = [];
    for (const [address, source] of addresses) {
      const { pathname, search, hash } = new URL(address);
      const target = await pageAt(pathname + search);
      if (hash === '' || !target.document.getElementById(decodeURIComponent(hash.slice(1)))) {
        missing.push(`${address.slice(site.url.length)}, linked from ${source}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('is loaded from this site without consent to anything else', async () => {
    const loading = new Set(['img', 'script', 'link', 'use', 'iframe', 'source', 'video', 'audio', 'embed']);
    for (const address of [...everyPage.map((page) => page.address), ...furtherAddresses]) {
      const foreign = addressesIn(await pageAt(address), address).filter(
        ({ element, url }) => loading.has(element) && url.origin !== site.url,
      );
      expect(foreign, address).toEqual([]);
    }
  });
});

test('every file in the stylesheet exists', async () => {
  const page = await pageAt('/ar');
  const sheets = page.document.querySelectorAll('link[rel=stylesheet]').map((link) => link.getAttribute('href') ?? '');
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) {
    const styles = await (await get(sheet)).text();
    const named = Array.from(styles.matchAll(/url\((?!["']?data:)["']?([^"')]+)/g), ([, address = '']) => address);
    expect(named.length).toBeGreaterThan(0);
    const dead: string[] = [];
    for (const address of named) if (!(await responds(new URL(address, site.url + sheet).href))) dead.push(address);
    expect(dead).toEqual([]);
  }
});

test.each(languageCodes)('every page in %s can be reached from the home page through links', async (language) => {
  const reached = new Set([pathIn(language, '/')]);
  for (const address of reached) {
    for (const { element, url } of addressesIn(await pageAt(address), address)) {
      const isPage = everyPage.some((page) => page.language === language && page.address === url.pathname);
      if (element === 'a' && url.origin === site.url && isPage) reached.add(url.pathname);
    }
  }
  const pages = everyPage.filter((page) => page.language === language);
  expect([...reached].sort()).toEqual(pages.map(({ address }) => address).sort());
});

describe('an address that is not a page', () => {
  test.each<[address: string, language: Language]>([
    ['/fr', 'ar'],
    ['/ar/nothing', 'ar'],
    ['/en/services/nothing', 'en'],
    ['/ar/medical-flight/nothing', 'ar'],
    ['/en/medical-flight/evacuation', 'en'],
    ['/treatment/ar/nothing', 'ar'],
    ['/treatment/en/nothing', 'en'],
    ['/treatment/fr/oncology', 'ar'],
    ['/ar/treatment/nothing', 'ar'],
    ['/en/about/nothing', 'en'],
    ['/en/design-system', 'en'],
  ])('%s says so in %s, with links to the home page and to a person', async (address, language) => {
    const page = await pageAt(address);
    const { problem } = words[language];
    expect(page.status).toBe(404);
    const html = page.document.querySelector('html');
    expect([html?.getAttribute('lang'), html?.getAttribute('dir')]).toEqual([language, languages[language].dir]);
    expect(page.heading).toBe(problem.not_found.title);
    expect(page.title).toContain(problem.not_found.title);
    const links = page.document.querySelectorAll('main a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining([pathIn(language, '/'), 'tel:+493023125010']));
    const footer = page.document.querySelectorAll('footer a').map((link) => link.getAttribute('href'));
    expect(footer).toEqual(expect.arrayContaining([pathIn(language, '/imprint'), pathIn(language, '/privacy-policy')]));
  });

  test.each(['/ar/nothing', '/treatment/en/nothing'])('%s is kept out of search engines', async (address) => {
    const page = await pageAt(address);
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(page.document.querySelector('link[rel=canonical], link[rel=alternate]')).toBeNull();
    expect(page.html).not.toContain('application/ld+json');
  });

  test('has no manifest either', async () => {
    expect((await get('/fr/site.webmanifest')).status).toBe(404);
  });
});

describe('other spellings of an address', () => {
  test.each([
    ['/ar/treatment/oncology', '/treatment/ar/oncology'],
    ['/en/treatment/check-ups', '/treatment/en/check-ups'],
  ])('%s redirects permanently to %s', async (address, target) => {
    const response = await get(address);
    expect(response.status).toBe(301);
    expect(response.headers.get('Location')).toBe(site.url + target);
  });

  // Whether it redirects or responds, search engines must see only one address.
  test.each([
    ['/ar/', '/ar'],
    ['/en/about/', '/en/about'],
    ['/treatment/en/oncology/', '/treatment/en/oncology'],
    ['/ar/services/', '/ar/services'],
    ['/en/About', '/en/about'],
    ['/en/about?utm_source=newsletter', '/en/about'],
  ])('%s has the canonical address %s', async (address, canonical) => {
    const page = await readPage(await fetch(site.url + address));
    expect(page.status).toBe(200);
    expect(page.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(site.url + canonical);
  });
});

/** The rules for robots (RFC 9309). robots.txt uses no wildcards, so every rule is a prefix. */
async function robotRules(): Promise<{ lines: string[]; isClosed: (address: string) => boolean }> {
  const response = await get('/robots.txt');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
  const lines = (await response.text()).trim().split('\n');
  const closed = lines.flatMap((line) => /^Disallow: (\S+)$/.exec(line)?.[1] ?? []);
  return { lines, isClosed: (address) => closed.some((rule) => address.startsWith(rule)) };
}

describe('robots', () => {
  test.each([
    '/ar/search/flights?origin=RUH&destination=MUC',
    '/en/search/flights',
    '/ar/flights/abc?search=1',
    '/en/flights/abc',
    '/ar/requests/AAAAAAAAAAAAAAAAAAAAAA',
    '/en/requests/AAAAAAAAAAAAAAAAAAAAAA',
    '/deeplink?searchId=1&urlId=2&locale=ar',
  ])('stay away from %s', async (address) => {
    expect((await robotRules()).isClosed(address)).toBe(true);
  });

  test('read every page, and what it is made of', async () => {
    const { lines, isClosed } = await robotRules();
    expect(lines[0]).toBe('User-agent: *');
    const open = [...everyPage.map(({ address }) => address), '/assets/styles.css', '/share-ar.png', '/sitemap.xml'];
    expect(open.filter(isClosed)).toEqual([]);
  });

  test('find every page in the site map, under its canonical address', async () => {
    const { lines } = await robotRules();
    const address = lines.flatMap((line) => /^Sitemap: (\S+)$/.exec(line)?.[1] ?? []);
    expect(address).toEqual([`${site.url}/sitemap.xml`]);
    const response = await get('/sitemap.xml');
    expect(response.headers.get('Content-Type')).toMatch(/^application\/xml/);
    const entries = parse(await response.text()).querySelectorAll('url');
    expect(entries.map((entry) => entry.querySelector('loc')?.textContent).sort()).toEqual(
      everyPage.map((page) => site.url + page.address).sort(),
    );
    for (const entry of entries) {
      const { pathname } = new URL(entry.querySelector('loc')?.textContent ?? '');
      const { document } = await pageAt(pathname);
      const alternates = (links: ReturnType<typeof document.getElementsByTagName>) =>
        links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]);
      expect(alternates(entry.getElementsByTagName('xhtml:link')), pathname).toEqual(
        alternates(document.querySelectorAll('link[rel=alternate]')),
      );
    }
  });
});

/** The width and height of a PNG, from its first chunk. */
async function pngSize(address: string): Promise<string> {
  const response = await get(address);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe.each(languageCodes)('in %s', (language) => {
  test('the picture of a shared page exists and has the stated size', async () => {
    const page = await pageAt(pathIn(language, '/'));
    const shared = (name: string) =>
      page.document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? '';
    expect(await pngSize(shared('image'))).toBe(`${shared('image:width')}x${shared('image:height')}`);
    expect(shared('image:width')).toBe('1200');
  });

  test('the manifest lets the site be added to a home screen, with icons that exist', async () => {
    const page = await pageAt(pathIn(language, '/about'));
    const address = page.document.querySelector('link[rel=manifest]')?.getAttribute('href') ?? '';
    const response = await get(address);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/);
    const manifest = (await response.json()) as {
      [key: string]: unknown;
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({ name: 'Rihla Medical Travel', lang: language, dir: languages[language].dir });
    expect(manifest.start_url).toBe(pathIn(language, '/'));
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes, type } of manifest.icons) {
      expect(type).toBe('image/png');
      expect(await pngSize(src)).toBe(sizes);
    }
  });
});
