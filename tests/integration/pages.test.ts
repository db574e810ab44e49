import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainText } from '../../app/content/copy/rich-text.ts';
import { pagePaths } from '../../app/content/site/site-pages.ts';
import type { Enquiry } from '../../app/enquiries/enquiry.ts';
import { enquiryKinds } from '../../app/enquiries/kinds/enquiry-kinds.server.ts';
import { consentText } from '../../app/enquiries/receipt/consent-text.server.ts';
import {
  companyLanguage,
  defaultLanguage,
  formLanguageCodes,
  hasPage,
  inLanguage,
  type Language,
  languageCodes,
  languages,
  pathIn,
} from '../../app/i18n/languages.ts';
import { resources } from '../../app/i18n/texts/resources.server.ts';
import { contentNames, type Copy, isNonProse, readCopy, textsOf } from '../support/content.ts';
import { everyPage, pageReader, placeholderNames } from '../support/every-page.ts';
import { type Page, readPage } from '../support/page.ts';
import { fetchAs } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ common, frame }) => ({ ...common, ...frame }));

let site: Site;
const pageAt = pageReader(() => site);
beforeAll(async () => {
  // Company details have no language, so this address contains no words of the pages.
  site = await startSite({ env: { COMPANY_ADDRESS: 'Musterstraße 1, 10115 Berlin' } });
});
afterAll(() => site.close());

const readAttribute = (page: Page, selector: string, name: string) =>
  page.document.querySelector(selector)?.getAttribute(name);
const readAttributes = (page: Page, selector: string, name: string) =>
  page.document.querySelectorAll(selector).map((element) => element.getAttribute(name));

/** Returns a page's own addresses by language, as the page states them. */
function readAlternates(page: Page): Record<string, string | undefined> {
  const links = page.document.querySelectorAll('link[rel=alternate]');
  return Object.fromEntries(
    links.map((link) => [link.getAttribute('hreflang') ?? '', link.getAttribute('href')] as const),
  );
}

type Thing = Record<string, unknown>;

/** Returns a page's JSON-LD for search engines, by type. */
function readStructuredData(page: Page): Map<string, Thing> {
  const [script, ...more] = page.document.querySelectorAll('script[type="application/ld+json"]');
  expect(more).toEqual([]);
  const { '@graph': things } = JSON.parse(script?.textContent ?? '{"@graph":[]}') as { '@graph': Thing[] };
  return new Map(things.flatMap((thing) => [thing['@type']].flat().map((type) => [String(type), thing])));
}

describe.each(everyPage.map((page) => [page.address, page] as const))('%s', (address, { language, path }) => {
  const others = formLanguageCodes.filter((code) => code !== language);

  test('is in its language and has one main heading', async () => {
    const page = await pageAt(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Language')).toBe(language);
    expect(readAttribute(page, 'html', 'lang')).toBe(language);
    expect(readAttribute(page, 'html', 'dir')).toBe(languages[language].dir);
    expect(page.document.querySelectorAll('h1')).toHaveLength(1);
    expect(page.document.querySelectorAll('main')).toHaveLength(1);
    expect(page.heading).not.toBe('');
  });

  test('links to itself in every language', async () => {
    const page = await pageAt(address);
    expect(readAttributes(page, 'link[rel=canonical]', 'href')).toEqual([site.url + address]);
    expect(page.document.querySelector('meta[name=robots]')).toBeNull();
    // Every language lists the same alternates, so that they are reciprocal.
    expect(readAlternates(page)).toEqual({
      ...Object.fromEntries(
        formLanguageCodes.filter((code) => hasPage(code, path)).map((code) => [code, site.url + pathIn(code, path)]),
      ),
      'x-default': site.url + pathIn(defaultLanguage, path),
    });
    // On a page with a form, the switch is a button of the form.
    const switches = [
      ...readAttributes(page, 'a[data-switch-language]', 'href'),
      ...readAttributes(page, 'button[data-switch-language]', 'formaction'),
    ];
    expect(switches).toHaveLength(2 * others.length);
    expect(new Set(switches)).toEqual(new Set(others.map((code) => inLanguage(address, code))));
  });

  test('has metadata for sharing', async () => {
    const page = await pageAt(address);
    const openGraph = (name: string) => readAttribute(page, `meta[property="og:${name}"]`, 'content');
    expect(openGraph('title')).toBe(page.title);
    expect(openGraph('description')).toBe(readAttribute(page, 'meta[name=description]', 'content'));
    expect(openGraph('url')).toBe(site.url + address);
    expect(openGraph('type')).toBe('website');
    expect(openGraph('locale')).toBe(languages[language].openGraph);
    expect(openGraph('image')).toBe(`${site.url}/share-${language}.png`);
    expect(openGraph('image:alt')).toBe(texts[language].share_image);
    expect(readAttribute(page, 'meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
  });

  test('has structured data about the company and its own position in the site', async () => {
    const page = await pageAt(address);
    const things = readStructuredData(page);
    expect(things.get('Organization')).toMatchObject({
      name: placeholderNames[language],
      url: site.url + pathIn(language, '/'),
    });
    expect(things.get('WebSite')).toMatchObject({ inLanguage: language });
    const breadcrumbs = page.document
      .querySelectorAll('nav ol li')
      .filter((item) => item.closest('nav')?.getAttribute('aria-label') === texts[language].breadcrumbs);
    if (path === '/') {
      expect(things.has('BreadcrumbList')).toBe(false);
      expect(breadcrumbs).toEqual([]);
      return;
    }
    const trail = things.get('BreadcrumbList')?.itemListElement as { name: string; item: string }[];
    expect(trail.map(({ name }) => name)).toEqual(breadcrumbs.map((item) => item.textContent));
    expect(trail[0]).toMatchObject({ name: texts[language].nav.home, item: site.url + pathIn(language, '/') });
    expect(trail[trail.length - 1]).toMatchObject({ name: page.heading, item: site.url + address });
  });

  test('ends with at most one next step', async () => {
    const page = await pageAt(address);
    expect(page.document.querySelectorAll('.call-back-section, main ~ div a[href$="/call-back"]').length).toBeLessThan(
      2,
    );
    const own = page.document.querySelectorAll('[data-next-step]');
    expect(own.filter((step) => step.closest('.call-back-section') === null)).toEqual([]);
    expect(own.length).toBeLessThan(2);
  });

  test('links to the home page, phone, email, WhatsApp and the legal pages', async () => {
    const page = await pageAt(address);
    const header = readAttributes(page, 'header a', 'href');
    expect(header).toContain(pathIn(language, '/'));
    const footer = readAttributes(page, 'footer a', 'href');
    expect(footer).toEqual(expect.arrayContaining([pathIn(language, '/imprint'), pathIn(language, '/privacy-policy')]));
    for (const contact of ['tel:+493023125010', 'mailto:care@example.com', 'https://wa.me/493023125011']) {
      expect(header).toContain(contact);
      expect(footer).toContain(contact);
    }
    expect(page.document.querySelector('footer')?.textContent).toContain(`2010–${new Date().getFullYear()}`);
  });

  test('has no unfilled placeholders and no escaped markup', async () => {
    const page = await pageAt(address);
    // The number of search results is filled in by the browser.
    const text = extractText(page.html, 'script, style, [data-found]');
    expect(text).not.toMatch(/\{\{|\}\}|\]\(/);
    expect(text).not.toContain('undefined');
  });

  test('contains no other language, except where it is marked', async () => {
    const page = await pageAt(address);
    // Everything seen by people, screen readers or search engines: text, attributes and JSON-LD.
    const visibleText = extractText(
      page.html,
      [
        ...[...others, companyLanguage].map((code) => `[lang="${code}"]`),
        'style',
        'script:not([type="application/ld+json"], [type="speculationrules"])',
      ].join(', '),
    );
    if (language === 'en') {
      expect(visibleText).not.toMatch(/\p{Script=Arabic}/u);
      return;
    }
    expect(onlyEnglishTexts.filter((text) => visibleText.includes(text))).toEqual([]);
    // Names of companies and laws have up to three words; four in a row are an untranslated sentence.
    expect(visibleText.match(/(?:\b[A-Za-z’']{2,} ){3,}[A-Za-z’']{2,}/g)).toBeNull();
  });

  test('has pictures with a size and a text alternative', async () => {
    const page = await pageAt(address);
    // The shapes of the icons are no picture.
    const pictures = page.document.querySelectorAll('img, svg').filter((picture) => !picture.closest('#icon-sprite'));
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(picture.getAttribute('width'), picture.outerHTML).toMatch(/^[1-9]\d*$/);
      expect(picture.getAttribute('height'), picture.outerHTML).toMatch(/^[1-9]\d*$/);
      expect(picture.hasAttribute('alt') || picture.getAttribute('aria-hidden') === 'true', picture.outerHTML).toBe(
        true,
      );
    }
  });
});

/** Extracts the text and attributes of a page, without the elements that match a selector. */
function extractText(html: string, without: string): string {
  const document = parse(html);
  for (const element of document.querySelectorAll(without)) element.remove();
  const inAttributes = document
    .querySelectorAll('*')
    .flatMap((element) => Object.entries(element.attributes))
    .flatMap(([name, value]) => (name === 'class' || name === 'rel' ? [] : [value]));
  return [document.textContent, ...inAttributes].join('\n');
}

/** Texts that only the English locale has, long enough not to be names. */
const onlyEnglishTexts = (() => {
  const textsWithoutMarkup = (language: Language) =>
    [...contentNames.map((name) => readCopy(language, name)), ...Object.values(resources[language])]
      .flatMap((copy) => textsOf(copy as Copy))
      .filter(({ path }) => !isNonProse(path))
      .flatMap(({ text }) => plainText(text).split(/\{\{.*?\}\}|<.*?>/))
      .map((piece) => piece.trim());
  const arabic = textsWithoutMarkup('ar').join('\n');
  return textsWithoutMarkup('en').filter(
    (piece) => piece.length >= 12 && /[a-z]/.test(piece) && !arabic.includes(piece),
  );
})();

test('Arabic pages are searched for enough English texts', () => {
  expect(onlyEnglishTexts.length).toBeGreaterThan(500);
});

test.each(languageCodes)('no two pages in %s have the same title or description', async (language) => {
  const pages = await Promise.all(pagePaths.map((path) => pageAt(pathIn(language, path))));
  const titles = pages.map(({ title }) => title);
  const descriptions = pages.map((page) => readAttribute(page, 'meta[name=description]', 'content'));
  expect(new Set(titles).size).toBe(pages.length);
  expect(new Set(descriptions).size).toBe(pages.length);
  for (const title of titles) expect(title).toMatch(new RegExp(`^\\S.* \\| ${placeholderNames[language]}$`));
  for (const description of descriptions) expect(description).toMatch(/^\S.{48,168}\S$/);
});

describe('pages without a form', () => {
  // Pages with a form load React.
  const formPaths =
    /^\/(?:services\/(?:evacuation|booking)|contact|medical-flight\/.*|treatment\/request|book-flight|flights)?$/;
  const pagesWithoutForm = everyPage.filter(({ path }) => !formPaths.test(path));

  test.each(pagesWithoutForm.map((page) => page.address))(
    '%s loads one small script, plus its own in the help centre, and no React',
    async (address) => {
      const page = await pageAt(address);
      const scripts = page.document.querySelectorAll(
        'script:not([type="application/ld+json"], [type="speculationrules"])',
      );
      const names = scripts.map((script) => script.getAttribute('src')?.replace(/-[\w-]{8}\.js$/, ''));
      const ownScript = address.endsWith('/help-center') ? ['/assets/help-centre'] : [];
      expect(names).toEqual(['/assets/enhancement', ...ownScript]);
      expect(scripts[0]?.hasAttribute('defer')).toBe(true);
      expect(page.html).not.toMatch(/deferred-module|modulepreload|type="module"|__remixContext/);
    },
  );

  test('are the only ones that do not load React', async () => {
    for (const address of ['/en', '/en/services/evacuation', '/en/services/booking', '/en/medical-flight/incubator']) {
      expect((await pageAt(address)).html).toMatch(/__remixContext/);
    }
  });
});

describe.each(languageCodes)('the help centre in %s, without a script', (language) => {
  const { faq } = texts[language];
  const address = pathIn(language, '/help-center');
  // Questions that do not match are hidden in the page, for the search while typing.
  const findShownQuestions = (page: Page) => readAttributes(page, '[data-faq-item]:not([hidden])', 'id');
  const search = async (query: string) =>
    readPage(await fetch(`${site.url}${address}?${new URLSearchParams({ q: query }).toString()}`));

  test('shows every question, and lists it in its structured data', async () => {
    const page = await pageAt(address);
    const { mainEntity } = readStructuredData(page).get('FAQPage') as { mainEntity: { name: string }[] };
    expect(findShownQuestions(page)).toHaveLength({ ar: 26, en: 25 }[language]);
    expect(mainEntity.map(({ name }) => name)).toEqual(
      page.document
        .querySelectorAll('[data-faq-item]:not([hidden]) summary h3')
        .map((question) => question.textContent),
    );
    expect(page.document.querySelector('form[role=search]')?.getAttribute('method')).toBe('get');
  });

  test('finds a word in another spelling', async () => {
    const query = { ar: 'التاشيره', en: 'VISA' }[language];
    const page = await search(query);
    const shown = findShownQuestions(page);
    expect(shown).toContain('visa-support');
    expect(shown).not.toContain('newborn-transport');
    expect(page.document.querySelector('[data-faq-count]')?.textContent).toBe(
      faq.found.replace('{{n}}', String(shown.length)),
    );
    expect(page.value('q')).toBe(query);
  });

  test('says that no question matches, and links back to all questions', async () => {
    const page = await search('zzzz');
    expect(findShownQuestions(page)).toEqual([]);
    expect(page.document.querySelector('[data-faq-count]')?.textContent).toBe(faq.none);
    const linkToAll = page.document.querySelectorAll('main a').find((link) => link.textContent === faq.all);
    const all = await readPage(
      await fetch(new URL(linkToAll?.getAttribute('href') ?? '', `${site.url}${address}?q=zzzz`)),
    );
    expect(findShownQuestions(all)).toEqual(findShownQuestions(await pageAt(address)));
  });

  test('keeps searches out of search engines', async () => {
    const page = await search('visa');
    expect(readAttribute(page, 'meta[name=robots]', 'content')).toBe('noindex');
    expect(page.document.querySelector('link[rel=canonical]')).toBeNull();
    expect(readStructuredData(page).size).toBe(0);
  });

  test('treats a query as text, not as markup', async () => {
    const query = '"><script>alert(1)</script>';
    const page = await search(query);
    expect(page.value('q')).toBe(query);
    expect(page.html).not.toContain('<script>alert');
  });
});

describe('a site without configured company details', () => {
  test('shows no links to social networks', async () => {
    const page = await pageAt('/en');
    expect(readAttributes(page, 'a[rel~=me]', 'href')).toEqual([]);
    expect(readAttributes(page, 'a', 'href')).not.toContain('#');
    expect(page.html).not.toContain('brand-');
  });
});

describe('a site with configured company details', () => {
  let configuredSite: Site;
  const host = 'www.example.org';
  const configuredPageAt = pageReader(() => configuredSite, host);
  const origin = `https://${host}`;
  const social = ['https://www.instagram.com/rihla', 'https://x.com/rihla'];
  beforeAll(async () => {
    configuredSite = await startSite({
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
  afterAll(() => configuredSite.close());

  test.each(languageCodes)('shows its social networks in %s, and no others', async (language) => {
    const page = await configuredPageAt(pathIn(language, '/'));
    expect(readAttributes(page, 'footer a[rel~=me]', 'href')).toEqual(social);
    const names = page.document.querySelectorAll('footer a[rel~=me]').map((link) => link.textContent.trim());
    expect(names).toEqual([texts[language].footer.instagram, texts[language].footer.x]);
    expect(readStructuredData(page).get('Organization')).toMatchObject({ name: 'Ufuq & Söhne', sameAs: social });
  });

  test.each(languageCodes)(
    'names its representative, register and VAT number in the imprint in %s',
    async (language) => {
      const page = await configuredPageAt(pathIn(language, '/imprint'));
      const main = page.document.querySelector('main')?.textContent;
      for (const detail of ['Ufuq & Söhne', 'Leyla Muster', 'Amtsgericht Köln, HRB 12345', 'DE987654321']) {
        expect(main).toContain(detail);
      }
    },
  );

  test('uses SITE_URL for its own addresses', async () => {
    const page = await configuredPageAt('/treatment/en/oncology');
    expect(readAttribute(page, 'link[rel=canonical]', 'href')).toBe(`${origin}/treatment/en/oncology`);
    expect(readAlternates(page)).toEqual({
      ar: `${origin}/treatment/ar/oncology`,
      en: `${origin}/treatment/en/oncology`,
      'x-default': `${origin}/treatment/ar/oncology`,
    });
    expect(readAttribute(page, 'meta[property="og:url"]', 'content')).toBe(`${origin}/treatment/en/oncology`);
    expect(readAttribute(page, 'meta[property="og:image"]', 'content')).toBe(`${origin}/share-en.png`);
    expect(readStructuredData(page).get('WebSite')).toMatchObject({ url: `${origin}/en` });
    const files = ['/robots.txt', '/sitemap.xml'].map(async (file) =>
      (await fetchAs(host, configuredSite.url + file)).text(),
    );
    for (const file of await Promise.all(files)) {
      expect(file).toContain(origin);
      expect(file).not.toContain(configuredSite.url);
    }
  });
});

describe.each(Object.values(enquiryKinds))(
  'each form of the kind $kind',
  ({ kind, pages, asksForHealthData, privacyNotice }) => {
    const addresses = formLanguageCodes.flatMap((language) =>
      pages.filter((path) => hasPage(language, path)).map((path) => ({ language, address: pathIn(language, path) })),
    );

    test.each(addresses)(
      'shows above the files what the desk and the receipt quote: $address',
      async ({ language, address }) => {
        const { document } = await pageAt(address);
        const consent = document.querySelector('[data-consent-text]');
        const quoted = consentText({ kind, language, privacyNotice } as Enquiry) ?? 'no text';
        const said = document.querySelector('main')?.textContent ?? '';
        expect(consent !== null).toBe(asksForHealthData);
        for (const sentence of quoted.split(/(?<=[.])\s/)) expect(said).toContain(sentence);
        if (consent) {
          const field = document.querySelector('main input[type=file]');
          expect(consent.range[1]).toBeLessThan(field?.range[0] ?? 0);
          expect(quoted.startsWith(consent.textContent)).toBe(true);
        }
      },
    );
  },
);
