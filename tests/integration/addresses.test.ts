import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageCodes, languages, pathIn } from '../../app/i18n/languages.ts';
import { send } from '../support/evacuation-request.ts';
import { everyPage, pageReader, placeholderNames } from '../support/every-page.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { stylesheetPath } from '../support/stylesheet.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ common }) => common);

let site: Site;
let requestAddresses: string[];
const pageAt = pageReader(() => site);
beforeAll(async () => {
  site = await startSite();
  requestAddresses = await createRequestPages();
});
afterAll(() => site.close());

const get = (address: string) => fetch(new URL(address, site.url), { redirect: 'manual' });

/** Returns every address in a page as an absolute URL, with the name of its element. */
function findAddresses(page: Page, pageAddress: string): { element: string; url: URL }[] {
  return page.document
    .querySelectorAll('[href], [src], [action], [formaction], meta[property="og:image"]')
    .flatMap((element) => {
      const { href, src, action, formaction, content } = element.attributes;
      const address = href ?? src ?? action ?? formaction ?? content ?? '';
      return [{ element: element.rawTagName, url: new URL(address, site.url + pageAddress) }];
    });
}

/** Sends a request in each language. @returns the addresses of its pages, and of the detailed form in Russian */
async function createRequestPages(): Promise<string[]> {
  const addresses = languageCodes.map(async (language) => {
    const response = await send(site, {}, [], language);
    const { pathname } = new URL(response.headers.get('Location') ?? '');
    return [pathname, `${pathname}/sheet`, `${pathname}/delete`, `/${language}/medical-flight/incubator?wording=ru`];
  });
  return (await Promise.all(addresses)).flat();
}

/** Maps every address in any page, including error pages and a search, to the first page that contains it. */
async function collectAddresses(): Promise<Map<string, string>> {
  const sources = [
    ...everyPage.map(({ address }) => address),
    ...requestAddresses,
    ...['/ar/nothing', '/en/nothing', '/en/help-center?q=visa'],
  ];
  const sourceByAddress = new Map<string, string>();
  for (const source of sources) {
    for (const { url } of findAddresses(await pageAt(source), source)) {
      if (!sourceByAddress.has(url.href)) sourceByAddress.set(url.href, source);
    }
  }
  return sourceByAddress;
}

const contentTypes: Record<string, RegExp> = {
  css: /^text\/css/,
  ico: /^image\/x-icon/,
  js: /^(?:text|application)\/javascript/,
  json: /^application\/json/,
  pdf: /^application\/pdf/,
  png: /^image\/png/,
  svg: /^image\/svg\+xml/,
  webmanifest: /^application\/manifest\+json/,
  woff2: /^font\/woff2/,
  zip: /^application\/zip/,
};

/** Whether an address of this site exists and has the content type of its extension, or is a page if it has none. */
async function existsWithType(address: string): Promise<boolean> {
  const response = await get(address);
  await response.arrayBuffer();
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1];
  const expectedType = extension ? contentTypes[extension] : /^text\/html/;
  return response.status === 200 && Boolean(expectedType?.test(response.headers.get('Content-Type') ?? ''));
}

describe('every address in a page', () => {
  test('is on this site or uses a safe scheme', async () => {
    const otherSchemes = [...(await collectAddresses())].filter(([address]) => !/^(?:https|mailto|tel):/.test(address));
    expect(otherSchemes.filter(([address]) => !address.startsWith(`${site.url}/`))).toEqual([]);
  });

  test('exists and has the right content type', async () => {
    const addresses = await collectAddresses();
    const internal = [...addresses].filter(([address]) => address.startsWith(site.url));
    const files = new Map(internal.map(([address, source]) => [address.replace(/#.*/, ''), source]));
    // Error pages link to their own, non-existent address.
    for (const [address, source] of files) if (address === site.url + source) files.delete(address);
    const kinds = new Set([...files.keys()].map((address) => /\.(\w+)$/.exec(address)?.[1] ?? 'page'));
    expect([...kinds]).toEqual(expect.arrayContaining(['page', 'js', 'pdf', 'png', 'svg', 'zip']));
    const broken: string[] = [];
    for (const [address, source] of files) {
      if (!(await existsWithType(address))) broken.push(`${address.slice(site.url.length)}, linked from ${source}`);
    }
    expect(broken).toEqual([]);
  });

  test('with a fragment points to an existing element', async () => {
    const addresses = [...(await collectAddresses())].filter(
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

  test('is loaded from this site unless the visitor has consented to more', async () => {
    const loadingElements = new Set(['img', 'script', 'link', 'use', 'iframe', 'source', 'video', 'audio', 'embed']);
    for (const address of [...everyPage.map((page) => page.address), ...requestAddresses]) {
      const foreign = findAddresses(await pageAt(address), address).filter(
        ({ element, url }) => loadingElements.has(element) && url.origin !== site.url,
      );
      expect(foreign, address).toEqual([]);
    }
  });
});

test('every file that the styles refer to exists', async () => {
  const stylesheet = await stylesheetPath();
  const inlineStyle = (await pageAt('/ar')).document.querySelector('style')?.rawText ?? '';
  for (const styles of [inlineStyle, await (await get(stylesheet)).text()]) {
    const addresses = Array.from(styles.matchAll(/url\((?!["']?data:)["']?([^"')]+)/g), ([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(0);
    const broken: string[] = [];
    for (const address of addresses)
      if (!(await existsWithType(new URL(address, site.url + stylesheet).href))) broken.push(address);
    expect(broken).toEqual([]);
  }
});

test.each(languageCodes)('every page in %s can be reached from the home page through links', async (language) => {
  const reached = new Set([pathIn(language, '/')]);
  for (const address of reached) {
    for (const { element, url } of findAddresses(await pageAt(address), address)) {
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
  ])('%s gets an error page in %s that links to the home page and the phone number', async (address, language) => {
    const page = await pageAt(address);
    const { problem } = texts[language];
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

  test('in an unsupported language has no manifest', async () => {
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

  // Search engines must see one address, whether or not the other spelling redirects.
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

/** Reads the rules for robots (RFC 9309). Our robots.txt uses no wildcards, so every rule is a prefix. */
async function readRobotRules(): Promise<{ lines: string[]; isDisallowed: (address: string) => boolean }> {
  const response = await get('/robots.txt');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
  const lines = (await response.text()).trim().split('\n');
  const disallowed = lines.flatMap((line) => /^Disallow: (\S+)$/.exec(line)?.[1] ?? []);
  return { lines, isDisallowed: (address) => disallowed.some((rule) => address.startsWith(rule)) };
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
  ])('may not crawl %s', async (address) => {
    expect((await readRobotRules()).isDisallowed(address)).toBe(true);
  });

  test('may crawl every page and its resources', async () => {
    const { lines, isDisallowed } = await readRobotRules();
    expect(lines[0]).toBe('User-agent: *');
    const allowed = [...everyPage.map(({ address }) => address), '/assets/styles.css', '/share-ar.png', '/sitemap.xml'];
    expect(allowed.filter(isDisallowed)).toEqual([]);
  });

  test('find every page in the sitemap, under its canonical address', async () => {
    const { lines } = await readRobotRules();
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

/** Reads the size of a PNG from its first chunk. @returns width and height, like `1200x630` */
async function readPngSize(address: string): Promise<string> {
  const response = await get(address);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe.each(languageCodes)('in %s', (language) => {
  test('the picture for link previews exists and has the declared size', async () => {
    const page = await pageAt(pathIn(language, '/'));
    const openGraph = (name: string) =>
      page.document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? '';
    expect(await readPngSize(openGraph('image'))).toBe(`${openGraph('image:width')}x${openGraph('image:height')}`);
    expect(openGraph('image:width')).toBe('1200');
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
    expect(manifest).toMatchObject({ name: placeholderNames[language], lang: language, dir: languages[language].dir });
    expect(manifest.start_url).toBe(pathIn(language, '/'));
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes, type } of manifest.icons) {
      expect(type).toBe('image/png');
      expect(await readPngSize(src)).toBe(sizes);
    }
  });
});
