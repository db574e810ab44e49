import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLanguage, languageCodes, languages, pathIn, type Language } from '../../app/i18n/languages.ts';
import { pagePaths } from '../../app/content/site-pages.ts';
import { plainText } from '../../app/content/rich-text.ts';
import { resources } from '../../app/i18n/resources.server.ts';
import ar from '../../locales/ar/common.json' with { type: 'json' };
import en from '../../locales/en/common.json' with { type: 'json' };
import { contentNames, isFact, readCopy, textsOf, type Copy } from '../support/content.ts';
import { readPage, type Page } from '../support/page.ts';
import { everyPage, pageReader } from '../support/every-page.ts';
import { fetchAs } from '../support/raw-request.ts';
import { startSite, type Site } from '../support/site.ts';

const words = { ar, en };

let site: Site;
const pageAt = pageReader(() => site);
beforeAll(async () => {
  // An address without a word that a page's copy has too: the company's details are in no language.
  site = await startSite({ env: { COMPANY_ADDRESS: 'Musterstraße 1, 10115 Berlin' } });
});
afterAll(() => site.close());

const attribute = (page: Page, selector: string, name: string) =>
  page.document.querySelector(selector)?.getAttribute(name);
const attributes = (page: Page, selector: string, name: string) =>
  page.document.querySelectorAll(selector).map((element) => element.getAttribute(name));

/** Where a page says that it is to be found in each language. */
function alternatesOf(page: Page): Record<string, string | undefined> {
  const links = page.document.querySelectorAll('link[rel=alternate]');
  return Object.fromEntries(
    links.map((link) => [link.getAttribute('hreflang') ?? '', link.getAttribute('href')] as const),
  );
}

type Thing = Record<string, unknown>;

/** What a page tells search engines in JSON-LD, by its type. */
function structuredDataOf(page: Page): Map<string, Thing> {
  const [script, ...more] = page.document.querySelectorAll('script[type="application/ld+json"]');
  expect(more).toEqual([]);
  const { '@graph': things } = JSON.parse(script?.textContent ?? '{"@graph":[]}') as { '@graph': Thing[] };
  return new Map(things.flatMap((thing) => [thing['@type']].flat().map((type) => [String(type), thing])));
}

describe.each(everyPage.map((page) => [page.address, page] as const))('%s', (address, { language, path }) => {
  const other = languageCodes.find((code) => code !== language) ?? language;

  test('is a page in its language, under one heading', async () => {
    const page = await pageAt(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Language')).toBe(language);
    expect(attribute(page, 'html', 'lang')).toBe(language);
    expect(attribute(page, 'html', 'dir')).toBe(languages[language].dir);
    expect(page.document.querySelectorAll('h1')).toHaveLength(1);
    expect(page.document.querySelectorAll('main')).toHaveLength(1);
    expect(page.heading).not.toBe('');
  });

  test('says where it is, in this language and the other', async () => {
    const page = await pageAt(address);
    expect(attributes(page, 'link[rel=canonical]', 'href')).toEqual([site.url + address]);
    expect(page.document.querySelector('meta[name=robots]')).toBeNull();
    // The same from both sides: that makes alternates reciprocal.
    expect(alternatesOf(page)).toEqual({
      ar: site.url + pathIn('ar', path),
      en: site.url + pathIn('en', path),
      'x-default': site.url + pathIn('ar', path),
    });
    const switches = attributes(page, 'a[data-switch-language]:not([aria-current])', 'href');
    expect(new Set(switches)).toEqual(new Set([inLanguage(address, other)]));
  });

  test('can be shared', async () => {
    const page = await pageAt(address);
    const shared = (name: string) => attribute(page, `meta[property="og:${name}"]`, 'content');
    expect(shared('title')).toBe(page.title);
    expect(shared('description')).toBe(attribute(page, 'meta[name=description]', 'content'));
    expect(shared('url')).toBe(site.url + address);
    expect(shared('type')).toBe('website');
    expect(shared('locale')).toBe(languages[language].openGraph);
    expect(shared('image')).toBe(`${site.url}/share-${language}.png`);
    expect(shared('image:alt')).toBe(words[language].share_image);
    expect(attribute(page, 'meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
  });

  test('tells search engines who we are and where it stands', async () => {
    const page = await pageAt(address);
    const things = structuredDataOf(page);
    expect(things.get('Organization')).toMatchObject({
      name: 'Rihla Medical Travel',
      url: site.url + pathIn(language, '/'),
    });
    expect(things.get('WebSite')).toMatchObject({ inLanguage: language });
    const shown = page.document
      .querySelectorAll('nav ol li')
      .filter((item) => item.closest('nav')?.getAttribute('aria-label') === words[language].breadcrumbs);
    if (path === '/') {
      expect(things.has('BreadcrumbList')).toBe(false);
      expect(shown).toEqual([]);
      return;
    }
    const trail = things.get('BreadcrumbList')?.itemListElement as { name: string; item: string }[];
    expect(trail.map(({ name }) => name)).toEqual(shown.map((item) => item.textContent));
    expect(trail[0]).toMatchObject({ name: words[language].nav.home, item: site.url + pathIn(language, '/') });
    expect(trail[trail.length - 1]).toMatchObject({ name: page.heading, item: site.url + address });
  });

  test('leads home, to a person and to the law', async () => {
    const page = await pageAt(address);
    const header = attributes(page, 'header a', 'href');
    expect(header).toContain(pathIn(language, '/'));
    const footer = attributes(page, 'footer a', 'href');
    expect(footer).toEqual(expect.arrayContaining([pathIn(language, '/imprint'), pathIn(language, '/privacy-policy')]));
    for (const way of ['tel:+493023125010', 'mailto:care@example.com', 'https://wa.me/493023125011']) {
      expect(header).toContain(way);
      expect(footer).toContain(way);
    }
    expect(page.document.querySelector('footer')?.textContent).toContain(`2010–${new Date().getFullYear()}`);
  });

  test('leaves no mark unfilled and no markup unread', async () => {
    const page = await pageAt(address);
    // The count of the search is filled in by the browser.
    const text = textOf(page.html, 'script, style, [data-found]');
    expect(text).not.toMatch(/\{\{|\}\}|\]\(/);
    expect(text).not.toContain('undefined');
  });

  test('says nothing in the other language, but for what is marked so', async () => {
    const page = await pageAt(address);
    // All that is read, heard or found by search engines: text, attributes and JSON-LD.
    const said = textOf(page.html, `[lang="${other}"], style, script:not([type="application/ld+json"])`);
    if (language === 'en') {
      expect(said).not.toMatch(/\p{Script=Arabic}/u);
      return;
    }
    expect(onlyEnglishTexts.filter((text) => said.includes(text))).toEqual([]);
    // Names of companies and laws have up to three words; four in a row are a sentence of some component.
    expect(said.match(/(?:\b[A-Za-z’']{2,} ){3,}[A-Za-z’']{2,}/g)).toBeNull();
  });

  test('shows pictures with their size and their words', async () => {
    const page = await pageAt(address);
    const pictures = page.document.querySelectorAll('img');
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(picture.getAttribute('width'), picture.outerHTML).toMatch(/^[1-9]\d*$/);
      expect(picture.getAttribute('height'), picture.outerHTML).toMatch(/^[1-9]\d*$/);
      expect(picture.hasAttribute('alt'), picture.outerHTML).toBe(true);
    }
  });
});

/** Text and attributes of a page, without the elements that a selector names. */
function textOf(html: string, without: string): string {
  const document = parse(html);
  for (const element of document.querySelectorAll(without)) element.remove();
  const inAttributes = document
    .querySelectorAll('*')
    .flatMap((element) => Object.entries(element.attributes))
    .flatMap(([name, value]) => (name === 'class' || name === 'rel' ? [] : [value]));
  return [document.textContent, ...inAttributes].join('\n');
}

/** What English pages say and Arabic ones never do, in pieces long enough to be no name. */
const onlyEnglishTexts = (() => {
  const piecesOf = (language: Language) =>
    [...contentNames.map((name) => readCopy(language, name)), ...Object.values(resources[language])]
      .flatMap((copy) => textsOf(copy as Copy))
      .filter(({ path }) => !isFact(path))
      .flatMap(({ text }) => plainText(text).split(/\{\{.*?\}\}|<.*?>/))
      .map((piece) => piece.trim());
  const arabic = piecesOf('ar').join('\n');
  return piecesOf('en').filter((piece) => piece.length >= 12 && /[a-z]/.test(piece) && !arabic.includes(piece));
})();

test('enough English texts are looked for on Arabic pages', () => {
  expect(onlyEnglishTexts.length).toBeGreaterThan(500);
});

test.each(languageCodes)('no two pages in %s have the same title or description', async (language) => {
  const pages = await Promise.all(pagePaths.map((path) => pageAt(pathIn(language, path))));
  const titles = pages.map(({ title }) => title);
  const descriptions = pages.map((page) => attribute(page, 'meta[name=description]', 'content'));
  expect(new Set(titles).size).toBe(pages.length);
  expect(new Set(descriptions).size).toBe(pages.length);
  for (const title of titles) expect(title).toMatch(/^\S.* \| Rihla Medical Travel$/);
  for (const description of descriptions) expect(description).toMatch(/^\S.{48,168}\S$/);
});

describe('pages without a form', () => {
  // These carry one, which React makes smoother.
  const isForm = /^\/(?:services\/(?:evacuation|booking)|contact|medical-flight\/.*)?$/;
  const read = everyPage.filter(({ path }) => !isForm.test(path));

  test.each(read.map((page) => page.address))(
    '%s comes with one small script, the help centre with its own beside it, and no React',
    async (address) => {
      const page = await pageAt(address);
      const scripts = page.document.querySelectorAll('script:not([type="application/ld+json"])');
      const names = scripts.map((script) => script.getAttribute('src')?.replace(/-[\w-]{8}\.js$/, ''));
      const own = address.endsWith('/help-center') ? ['/assets/help-centre'] : [];
      expect(names).toEqual(['/assets/enhancement', ...own]);
      expect(scripts[0]?.hasAttribute('defer')).toBe(true);
      expect(page.html).not.toMatch(/later-module|modulepreload|type="module"|__remixContext/);
    },
  );

  test('differ in that from those with one', async () => {
    for (const address of ['/en', '/en/services/evacuation', '/en/services/booking', '/en/medical-flight/incubator']) {
      expect((await pageAt(address)).html).toMatch(/__remixContext/);
    }
  });
});

describe.each(languageCodes)('the help centre in %s, without a script', (language) => {
  const { faq } = words[language];
  const address = pathIn(language, '/help-center');
  // Those that do not fit are there, hidden, for the search while typing.
  const shownIn = (page: Page) => attributes(page, '[data-faq-item]:not([hidden])', 'id');
  const search = async (query: string) =>
    readPage(await fetch(`${site.url}${address}?${new URLSearchParams({ q: query }).toString()}`));

  test('shows every question, and tells search engines as many', async () => {
    const page = await pageAt(address);
    const { mainEntity } = structuredDataOf(page).get('FAQPage') as { mainEntity: { name: string }[] };
    expect(shownIn(page)).toHaveLength(language === 'ar' ? 11 : 10);
    expect(mainEntity.map(({ name }) => name)).toEqual(
      page.document
        .querySelectorAll('[data-faq-item]:not([hidden]) summary h2')
        .map((question) => question.textContent),
    );
    expect(page.document.querySelector('form[role=search]')?.getAttribute('method')).toBe('get');
  });

  test('answers a search, however the word is written', async () => {
    const query = language === 'ar' ? 'التاشيره' : 'VISA';
    const page = await search(query);
    const shown = shownIn(page);
    expect(shown).toContain('visa-support');
    expect(shown).not.toContain('newborn-transport');
    expect(page.document.querySelector('[data-faq-count]')?.textContent).toBe(
      faq.found.replace('{{n}}', String(shown.length)),
    );
    expect(page.value('q')).toBe(query);
  });

  test('says when no question fits, and leads back to all', async () => {
    const page = await search('zzzz');
    expect(shownIn(page)).toEqual([]);
    expect(page.document.querySelector('[data-faq-count]')?.textContent).toBe(faq.none);
    const back = page.document.querySelectorAll('main a').find((link) => link.textContent === faq.all);
    const all = await readPage(await fetch(new URL(back?.getAttribute('href') ?? '', `${site.url}${address}?q=zzzz`)));
    expect(shownIn(all)).toEqual(shownIn(await pageAt(address)));
  });

  test('keeps searches out of search engines', async () => {
    const page = await search('visa');
    expect(attribute(page, 'meta[name=robots]', 'content')).toBe('noindex');
    expect(page.document.querySelector('link[rel=canonical]')).toBeNull();
    expect(structuredDataOf(page).size).toBe(0);
  });

  test('takes a query for words, not for markup', async () => {
    const query = '"><script>alert(1)</script>';
    const page = await search(query);
    expect(page.value('q')).toBe(query);
    expect(page.html).not.toContain('<script>alert');
  });
});

describe('a site without details of its own', () => {
  test('shows no links to social networks: none leads nowhere', async () => {
    const page = await pageAt('/en');
    expect(attributes(page, 'a[rel~=me]', 'href')).toEqual([]);
    expect(attributes(page, 'a', 'href')).not.toContain('#');
    expect(page.html).not.toContain('brand-');
  });
});

describe('a site with the details of its company', () => {
  let own: Site;
  const host = 'www.example.org';
  const ownPage = pageReader(() => own, host);
  const origin = `https://${host}`;
  const social = ['https://www.instagram.com/rihla', 'https://x.com/rihla'];
  beforeAll(async () => {
    own = await startSite({
      env: {
        SITE_URL: `${origin}/`,
        COMPANY_NAME: 'Ufuq & Söhne',
        COMPANY_REPRESENTATIVE: 'Leyla Muster',
        COMPANY_REGISTER: 'Amtsgericht Köln, HRB 12345',
        COMPANY_VAT_ID: 'DE987654321',
        COMPANY_SOCIAL_INSTAGRAM: social[0] ?? '',
        COMPANY_SOCIAL_X: social[1] ?? '',
      },
    });
  });
  afterAll(() => own.close());

  test.each(languageCodes)('shows its social networks in %s, and no others', async (language) => {
    const page = await ownPage(pathIn(language, '/'));
    expect(attributes(page, 'footer a[rel~=me]', 'href')).toEqual(social);
    const names = page.document.querySelectorAll('footer a[rel~=me]').map((link) => link.textContent.trim());
    expect(names).toEqual([words[language].footer.instagram, words[language].footer.x]);
    expect(structuredDataOf(page).get('Organization')).toMatchObject({ name: 'Ufuq & Söhne', sameAs: social });
  });

  test.each(languageCodes)(
    'names its representative, register and VAT number in the imprint in %s',
    async (language) => {
      const page = await ownPage(pathIn(language, '/imprint'));
      const main = page.document.querySelector('main')?.textContent;
      for (const detail of ['Ufuq & Söhne', 'Leyla Muster', 'Amtsgericht Köln, HRB 12345', 'DE987654321']) {
        expect(main).toContain(detail);
      }
    },
  );

  test('names itself by SITE_URL', async () => {
    const page = await ownPage('/treatment/en/oncology');
    expect(attribute(page, 'link[rel=canonical]', 'href')).toBe(`${origin}/treatment/en/oncology`);
    expect(alternatesOf(page)).toEqual({
      ar: `${origin}/treatment/ar/oncology`,
      en: `${origin}/treatment/en/oncology`,
      'x-default': `${origin}/treatment/ar/oncology`,
    });
    expect(attribute(page, 'meta[property="og:url"]', 'content')).toBe(`${origin}/treatment/en/oncology`);
    expect(attribute(page, 'meta[property="og:image"]', 'content')).toBe(`${origin}/share-en.png`);
    expect(structuredDataOf(page).get('WebSite')).toMatchObject({ url: `${origin}/en` });
    const files = ['/robots.txt', '/sitemap.xml'].map(async (file) => (await fetchAs(host, own.url + file)).text());
    for (const file of await Promise.all(files)) {
      expect(file).toContain(origin);
      expect(file).not.toContain(own.url);
    }
  });
});
