import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  fallbackLanguage,
  type FormLanguage,
  formOnlyCodes,
  type Language,
  languageCodes,
  languages,
} from '#app/i18n/languages.ts';
import { contentNames, type Copy, isNonProse, pathOfContent, readCopy, textsOf } from '#tests/support/content.ts';
import { textProblems } from '#tests/support/text-problems.ts';
import { indexablePaths } from '../site/site-pages.ts';
import { contentProblems } from './check-content.server.ts';
import { extraServiceIds, treatmentCategories } from './content-names.ts';
import { contentFiles, type ContentName, formOnlyContent } from './content-schema.ts';
import { placeholders } from './fill-in.ts';
import { parseRichText, plainText } from './rich-text.ts';

/**
 * Checks the pages' content: both languages have the same pages and structure, valid texts, and everything that the
 * specification lists.
 */

const languagesFolder = fileURLToPath(new URL('../../../locales', import.meta.url));

/** Returns the validated content of a file, with its placeholders. */
function readContent<Name extends ContentName>(language: Language, name: Name) {
  return contentFiles[name].parse(readCopy(language, name)) as ReturnType<(typeof contentFiles)[Name]['parse']>;
}

const hasLetters = (text: string) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''));
const hrefsIn = (text: string) =>
  parseRichText(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]));
const placeholdersIn = (text: string) => text.match(/\{\{[^{}]*\}\}/g) ?? [];
/** Removes the language from the path of a press release, such as `/press/2024-11-12-ar.pdf`. */
const withoutLanguage = (value: string) => value.replace(/-(?:ar|en)\.pdf$/, '.pdf');

/**
 * Returns the structural differences between two languages: keys, lengths, non-prose values, links and placeholders.
 */
function parityProblems(arabic: Copy | undefined, english: Copy | undefined, path = ''): string[] {
  if (typeof arabic === 'string' && typeof english === 'string') {
    if (isNonProse(path)) {
      return withoutLanguage(arabic) === withoutLanguage(english)
        ? []
        : [`${path}: '${arabic}' (ar), '${english}' (en)`];
    }
    const differsIn = (extract: (text: string) => string[]) =>
      extract(arabic).sort().join(' ') !== extract(english).sort().join(' ');
    return [
      ...(arabic === english && hasLetters(arabic) ? [`${path}: not translated`] : []),
      ...(differsIn(hrefsIn) ? [`${path}: different links`] : []),
      ...(differsIn(placeholdersIn) ? [`${path}: different placeholders`] : []),
    ];
  }
  if (typeof arabic !== 'object' || typeof english !== 'object' || Array.isArray(arabic) !== Array.isArray(english)) {
    return [`${path}: ${kindOf(arabic)} in ar, ${kindOf(english)} in en`];
  }
  const arabicEntries = Object.entries(arabic);
  const englishValues = new Map(Object.entries(english));
  const onlyEnglish = [...englishValues.keys()].filter((key) => !arabicEntries.some(([other]) => other === key));
  return [
    ...arabicEntries.flatMap(([key, value]) =>
      parityProblems(value, englishValues.get(key), path ? `${path}.${key}` : key),
    ),
    ...onlyEnglish.map(
      (key) => `${path ? `${path}.` : ''}${key}: missing in ar, ${kindOf(englishValues.get(key))} in en`,
    ),
  ];
}

function kindOf(copy: Copy | undefined): string {
  if (copy === undefined) return 'missing';
  if (typeof copy === 'string') return 'string';
  return Array.isArray(copy) ? 'list' : 'object';
}

/** Returns the ids on a page that a link may target: those in its content and those set by its components. */
function linkTargets(name: ContentName): string[] {
  const componentIds: Partial<Record<ContentName, string[]>> = {
    home: ['evacuation-section'],
    'services/booking': ['hotel-form', 'chauffeur-form'],
  };
  const ids = textsOf(readCopy('en', name)).filter(({ path }) => path.endsWith('.id'));
  // The ids of slides and journey steps are not link targets.
  const contentIds = ids.filter(({ path }) => !/^(?:slides|journey)\./.test(path)).map(({ text }) => text);
  return [...contentIds, ...(componentIds[name] ?? [])];
}

/** Returns the broken internal links of a content file. */
function linkProblems(name: ContentName, copy: Copy): string[] {
  const links = textsOf(copy).flatMap(({ path, text }) =>
    (/\blink$/.test(path) ? [text] : hrefsIn(text)).map((href) => ({ path, href })),
  );
  return links
    .filter(({ href }) => !href.startsWith('https://'))
    .filter(({ href }) => {
      const [page = '', fragment] = href.split('#');
      const target = page === '' ? name : contentNames.find((other) => pathOfContent(other) === page);
      // A page without its own content has no link targets.
      if (!target) return fragment !== undefined || !indexablePaths.includes(page);
      if (!indexablePaths.includes(pathOfContent(target))) return true;
      return fragment !== undefined && !linkTargets(target).includes(fragment);
    })
    .map(({ path, href }) => `${path}: ${href}`);
}

describe.each(languageCodes)('the content in %s', (language) => {
  test('exists for every page and matches its schema', () => {
    expect(contentProblems(language)).toEqual([]);
  });

  test.each(contentNames)('%s has well-formed texts in its own language', (name) => {
    const texts = textsOf(readCopy(language, name)).filter(({ path }) => !isNonProse(path));
    expect(texts.length).toBeGreaterThan(2);
    const problems = texts.flatMap(({ path, text }) => [
      ...textProblems(plainText(text), language).map((problem) => `${path}: ${problem}`),
      ...(language === 'en' && /\p{Script=Arabic}/u.test(text) ? [`${path}: Arabic`] : []),
    ]);
    expect(problems).toEqual([]);
  });

  test.each(contentNames)('%s has only known placeholders and no markup except links', (name) => {
    const known = placeholders.map((placeholder) => `{{${placeholder}}}`);
    const invalid = textsOf(readCopy(language, name)).filter(({ path, text }) => {
      const rest = known.reduce((remaining, mark) => remaining.split(mark).join(''), plainText(text));
      return !isNonProse(path) && /[{}[\]<>]|https?:/.test(rest);
    });
    expect(invalid).toEqual([]);
  });

  test.each(contentNames)('%s links to existing pages and ids', (name) => {
    expect(linkProblems(name, readCopy(language, name))).toEqual([]);
  });
});

/** Removes hospitals' German names, which English content uses as the names themselves. */
function withoutGermanNames(copy: Copy): Copy {
  if (typeof copy === 'string') return copy;
  if (Array.isArray(copy)) return copy.map(withoutGermanNames);
  const entries = Object.entries(copy).filter(([key]) => key !== 'germanName');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutGermanNames(value)]));
}

const translatedLanguages = languageCodes.filter((code) => code !== fallbackLanguage);

describe.each(translatedLanguages)('content in %s matches the English content', (language) => {
  // Only the help centre differs, by one question (spec, section 3).
  test.each(contentNames.filter((name) => name !== 'help-center'))('for %s', (name) => {
    expect(parityProblems(withoutGermanNames(readCopy(language, name)), readCopy('en', name))).toEqual([]);
  });

  test.each(treatmentCategories.map((category) => `treatment/${category}` as const))(
    'for %s, with the German name of every hospital that has a name',
    (name) => {
      const clinicsIn = (code: Language) =>
        readContent(code, name).modernTreatments.flatMap(({ topClinics }) => topClinics);
      const named = clinicsIn('en').map((clinic) => (clinic.name.includes('on request') ? undefined : clinic.name));
      expect(clinicsIn(language).map(({ germanName }) => germanName)).toEqual(named);
    },
  );

  // Three of the questions are shown only once the company has stated the facts that they need.
  test('for the help centre, except for one additional question in Arabic', () => {
    const { items, ...rest } = readContent(language, 'help-center');
    const { items: english, ...englishRest } = readContent('en', 'help-center');
    expect({ [language]: items.length, en: english.length }).toMatchObject(
      language === 'ar' ? { ar: 29, en: 28 } : { en: 28 },
    );
    const shared = items.filter(({ id }) => english.some((item) => item.id === id));
    expect(shared).toHaveLength(28);
    expect(parityProblems({ ...rest, items: shared }, { ...englishRest, items: english })).toEqual([]);
  });
});

/** Facts that the specification lists (sections 1, 3 and 9). */
describe('the content includes', () => {
  test('the ids of nine medical fields and three extra services', () => {
    expect(treatmentCategories).toEqual([
      'oncology',
      'orthopaedic-surgery',
      'neurology',
      'paediatrics',
      'cardiology',
      'rehabilitation',
      'plastic-surgery',
      'check-ups',
      'dental-surgery',
    ]);
    expect(extraServiceIds).toEqual(['incubator', 'ground-ambulance', 'medical-escort']);
  });

  // The English content stands in for both languages: the tests above check that ids, links and dates are equal.
  test('a card for each of the six services, and the three extra services', () => {
    const { cards, extra } = readContent('en', 'services');
    expect(cards.map(({ link }) => link).sort()).toEqual(
      ['booking', 'consultation', 'evacuation', 'nursing', 'translation', 'transport'].map((id) => `/services/${id}`),
    );
    expect(extra.services.map(({ id }) => id)).toEqual(extraServiceIds);
  });

  test('the four journey steps, each linked to its page', () => {
    expect(readContent('en', 'home').journey.steps.map(({ id, link }) => [id, link])).toEqual([
      ['first-contact', '/contact'],
      ['consultation', '/services/consultation'],
      ['travel', '/services/booking'],
      ['treatment', '/treatment'],
    ]);
  });

  test('two press releases, media mentions, a press kit and an email address', () => {
    const press = readContent('en', 'press');
    expect(press.pressReleases.map(({ date }) => date)).toEqual(['2024-11-12', '2024-10-05']);
    expect(press.mediaMentions.length).toBeGreaterThan(0);
    expect(press.pressKit.url).toBe('/press/press-kit.zip');
    expect(press.contactEmail).toBe('{{company_email}}');
    for (const language of languageCodes) {
      expect(readContent(language, 'press').pressReleases.map(({ pdf }) => pdf)).toEqual([
        `/press/2024-11-12-${language}.pdf`,
        `/press/2024-10-05-${language}.pdf`,
      ]);
    }
  });

  test('three open positions with their locations and working hours', () => {
    expect(readContent('en', 'careers').positions.map(({ title, location, type }) => [title, location, type])).toEqual([
      ['International medical coordinator', 'Berlin', 'Full time'],
      ['Digital marketing specialist', 'Remote', 'Part time'],
      ['Medical translator', 'Hamburg', 'Full time'],
    ]);
  });

  test('four partners', () => {
    expect(readContent('en', 'partners').partners.map(({ id }) => id)).toEqual([
      'university-hospital',
      'luxury-hotel',
      'private-jet',
      'car-rental',
    ]);
  });

  test('questions about visa support, VIP arrangements and follow-up', () => {
    const ids = readContent('en', 'help-center').items.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['visa-support', 'vip-and-companions', 'follow-up', 'medical-documents']),
    );
  });

  const maxFileAge = { en: /no more than 3 months old/, ar: /أكثر من 3 أشهر/ };
  const experience = { en: /more than 15 years/i, ar: /(?:تزيد على|أكثر من) 15 عامًا/ };
  const imaging = { en: /CT, MRI, PET/, ar: /CT.*MRI.*PET/ };
  test.each<[fact: string, name: ContentName, patterns: Record<Language, RegExp>]>([
    ['the maximum age of the medical file', 'services/consultation', maxFileAge],
    ['the maximum age of the medical file', 'contact', maxFileAge],
    ['the maximum age of the medical file', 'help-center', maxFileAge],
    ['the years of experience with medical flights', 'home', experience],
    ['the years of experience with medical flights', 'services', experience],
    ['the years of experience with medical flights', 'services/evacuation', experience],
    ['the requested imaging reports', 'contact', imaging],
    ['the requested imaging reports', 'services/consultation', imaging],
    ['the deletion of data after the request', 'contact', { en: /once the request is fully processed/, ar: /نحذف/ }],
    ['the data protection law', 'contact', { en: /\bGDPR\b/, ar: /GDPR/ }],
    [
      'the TAVI procedures of a heart centre',
      'treatment/cardiology',
      { en: /over 800 TAVI/, ar: /أكثر من 800 .*TAVI/ },
    ],
    [
      'the experience of a clinic for regional chemotherapy',
      'treatment/oncology',
      { en: /over 40 years .*regional chemotherapy/, ar: /40 عامًا .*الكيميائي/ },
    ],
    ["the airline's approval of an escort", 'medical-flight/medical-escort', { en: /approv/, ar: /موافقة/ }],
  ])('%s in %s', (_fact, name, patterns) => {
    for (const language of languageCodes) {
      const texts = textsOf(readCopy(language, name)).map(({ text }) => plainText(text));
      expect(
        texts.filter((text) => patterns[language].test(text)),
        language,
      ).not.toEqual([]);
    }
  });
});

describe('contentProblems', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-'));
    cpSync(join(languagesFolder, 'en'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  // `contentProblems` takes a language's folder name, relative to the folder of all languages.
  const problems = () => contentProblems(relative(languagesFolder, folder)).map((line) => line.split('/pages/').pop());
  const write = (name: string, copy: unknown) =>
    writeFileSync(join(folder, 'pages', `${name}.json`), JSON.stringify(copy));

  test('accepts valid content', () => {
    expect(problems()).toEqual([]);
  });

  test('reports missing and unused files', () => {
    rmSync(join(folder, 'pages', 'services', 'nursing.json'));
    write('pricing', {});
    expect(problems()).toEqual([
      expect.stringMatching(/\/pricing: no page uses it$/),
      expect.stringMatching(/\/services\/nursing: is missing$/),
    ]);
  });

  test('reports the file and the path of a schema violation', () => {
    const about = readCopy('en', 'about') as Record<string, Copy>;
    write('about', { ...about, lead: ' Two blanks ', heading: '' });
    expect(problems()).toEqual([
      expect.stringMatching(/\/about: heading /),
      expect.stringMatching(/\/about: lead has leading or trailing whitespace$/),
    ]);
  });
});

describe('the content schemas reject', () => {
  type Tree = Record<string, unknown>;
  test.each<[mistake: string, name: ContentName, path: string, damage: (copy: Tree) => void]>([
    ['a missing string', 'contact', 'intro', (copy) => delete copy.intro],
    ['an unknown key', 'contact', '', (copy) => (copy.slogan = 'New')],
    [
      'a title too long for search engines',
      'about',
      'head.title',
      (copy) => ((copy.head as Tree).title = 'x'.repeat(71)),
    ],
    [
      'a description too short for search engines',
      'about',
      'head.description',
      (copy) => ((copy.head as Tree).description = 'Us'),
    ],
    ['a date that does not exist', 'imprint', 'updated', (copy) => (copy.updated = '2026-02-30')],
    [
      'the address of another site as a path',
      'about',
      'action.link',
      (copy) => (copy.action = { text: 'x', link: '//x.org' }),
    ],
    [
      'a path that includes a language',
      'about',
      'action.link',
      (copy) => (copy.action = { text: 'x', link: '/Ar/about' }),
    ],
    ['an unknown picture', 'about', 'picture.name', (copy) => (copy.picture = { name: 'cat', alt: 'Cat' })],
    [
      'a picture without alternative text',
      'about',
      'picture.alt',
      (copy) => (copy.picture = { name: 'about', alt: '' }),
    ],
    ['a third press release', 'press', 'pressReleases', (copy) => (copy.pressReleases as unknown[]).push({})],
    [
      'an http address',
      'press',
      'mediaMentions.0.link',
      (copy) => {
        copy.mediaMentions = [{ title: 'x', link: 'http://example.com' }];
      },
    ],
    ['a phone number in the copy', 'contact', 'phoneNumber', (copy) => (copy.phoneNumber = '+49 30 1')],
    [
      'an unknown kind of block',
      'about',
      'sections.0.blocks.0',
      (copy) => {
        copy.sections = [{ id: 'a', heading: 'A', blocks: [{ quote: 'x' }] }];
      },
    ],
  ])('%s', (_mistake, name, path, damage) => {
    const copy = readCopy('en', name) as Tree;
    expect(contentFiles[name].safeParse(copy).success).toBe(true);
    damage(copy);
    const issues = contentFiles[name].safeParse(copy).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});

describe('the parity check', () => {
  const arabic = { id: 'a', title: 'نص', list: ['واحد [اثنان](/contact)'], image: { name: 'map', alt: 'خريطة' } };
  const english = { id: 'a', title: 'Text', list: ['One [two](/contact)'], image: { name: 'map', alt: 'Map' } };

  test.each<[difference: string, change: Copy, problems: string[]]>([
    ['no differences', {}, []],
    ['a different id', { id: 'b' }, ["id: 'a' (ar), 'b' (en)"]],
    ['an untranslated string', { title: 'نص' }, ['title: not translated']],
    [
      'a different number of items',
      { list: ['One [two](/contact)', 'Three'] },
      ['list.1: missing in ar, string in en'],
    ],
    ['a different link URL', { list: ['One [two](/about)'] }, ['list.0: different links']],
    ['a different placeholder', { title: 'Text {{company_name}}' }, ['title: different placeholders']],
    ['a different picture', { image: { name: 'berlin', alt: 'Map' } }, ["image.name: 'map' (ar), 'berlin' (en)"]],
    [
      'an additional key',
      { image: { name: 'map', alt: 'Map', text: 'Map' } },
      ['image.text: missing in ar, string in en'],
    ],
    ['a different type of value', { title: ['Text'] }, ['title: string in ar, list in en']],
  ])('reports %s', (_difference, change, problems) => {
    expect(parityProblems(arabic, { ...english, ...(change as object) })).toEqual(problems);
  });

  test('ignores strings that consist only of placeholders, and the language in the file name of a press release', () => {
    expect(
      parityProblems({ text: '{{company_phone}}', pdf: '/a-ar.pdf' }, { text: '{{company_phone}}', pdf: '/a-en.pdf' }),
    ).toEqual([]);
  });

  test('reports links to missing pages and ids', () => {
    const copy = {
      a: '[x](/nothing)',
      b: '[x](/about)',
      c: '[x](/#evacuation-section)',
      link: '/about#nowhere',
      e: '[x](#hero)',
    };
    expect(linkProblems('contact', copy)).toEqual(['a: /nothing', 'link: /about#nowhere', 'e: #hero']);
  });
});

describe.each(formOnlyCodes)('the content in %s', (language) => {
  test('is valid, and exists for every page of the profile except the cookie preferences', () => {
    expect(contentProblems(language)).toEqual([]);
    const pages = languages[language].pages.filter((page) => page !== '/cookie-preferences');
    expect(formOnlyContent.map((name) => `/${name}`).sort()).toEqual([...pages].sort());
  });

  test.each(formOnlyContent)('has the sections and placeholders of the fallback language: %s', (name) => {
    const outline = (code: FormLanguage) =>
      (JSON.stringify(readCopy(code, name)).match(/"id":"[^"]*"|\{\{\w+\}\}/g) ?? []).sort();
    expect(outline(language)).toEqual(outline(fallbackLanguage));
  });
});
