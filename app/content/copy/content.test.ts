import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fallbackLanguage, type Language, languageCodes } from '#app/i18n/languages.ts';
import { contentNames, type Copy, isFact, pathOfContent, readCopy, textsOf } from '#tests/support/content.ts';
import { textProblems } from '#tests/support/text-problems.ts';
import { openPaths } from '../site/site-pages.ts';
import { contentProblems } from './check-content.server.ts';
import { extraServiceIds, treatmentCategories } from './content-names.ts';
import { contentFiles, type ContentName } from './content-schema.ts';
import { placeholders } from './fill-in.ts';
import { piecesOf, plainText } from './rich-text.ts';

/**
 * Checks the pages' content: both languages have the same pages and structure, valid texts, and everything the
 * specification names.
 */

const languagesFolder = fileURLToPath(new URL('../../../locales', import.meta.url));

/** The validated content, with placeholders. */
function read<Name extends ContentName>(language: Language, name: Name) {
  return contentFiles[name].parse(readCopy(language, name)) as ReturnType<(typeof contentFiles)[Name]['parse']>;
}

const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''));
const addressesIn = (text: string) =>
  piecesOf(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]));
const marksIn = (text: string) => text.match(/\{\{.*?\}\}/g) ?? [];
/** Press releases are files per language: `/press/2024-11-12-ar.pdf`. */
const withoutLanguage = (fact: string) => fact.replace(/-(?:ar|en)\.pdf$/, '.pdf');

/** Structural differences between languages: keys, lengths, facts, and markup in texts. */
function parityProblems(arabic: Copy | undefined, english: Copy | undefined, path = ''): string[] {
  if (typeof arabic === 'string' && typeof english === 'string') {
    if (isFact(path)) {
      return withoutLanguage(arabic) === withoutLanguage(english) ? [] : [`${path}: ${arabic} and ${english}`];
    }
    const differs = (inText: (text: string) => string[]) =>
      inText(arabic).sort().join(' ') !== inText(english).sort().join(' ');
    return [
      ...(arabic === english && hasWords(arabic) ? [`${path}: not translated`] : []),
      ...(differs(addressesIn) ? [`${path}: other links`] : []),
      ...(differs(marksIn) ? [`${path}: other marks`] : []),
    ];
  }
  if (typeof arabic !== 'object' || typeof english !== 'object' || Array.isArray(arabic) !== Array.isArray(english)) {
    return [`${path}: ${kindOf(arabic)} and ${kindOf(english)}`];
  }
  const [one, other] = [Object.entries(arabic), new Map(Object.entries(english))];
  const onlyEnglish = [...other.keys()].filter((key) => !one.some(([found]) => found === key));
  return [
    ...one.flatMap(([key, value]) => parityProblems(value, other.get(key), path ? `${path}.${key}` : key)),
    ...onlyEnglish.map((key) => `${path ? `${path}.` : ''}${key}: nothing and ${kindOf(other.get(key))}`),
  ];
}

function kindOf(copy: Copy | undefined): string {
  if (copy === undefined) return 'nothing';
  if (typeof copy === 'string') return 'a text';
  return Array.isArray(copy) ? 'a list' : 'a group';
}

/** Ids within a page that a link may target, in addition to those of its component. */
function placesOf(name: ContentName): string[] {
  const ofComponents: Partial<Record<ContentName, string[]>> = {
    home: ['evacuation-section'],
    'services/booking': ['hotel-form', 'chauffeur-form'],
  };
  const ids = textsOf(readCopy('en', name)).filter(({ path }) => path.endsWith('.id'));
  // Ids of slides and journey steps serve other purposes.
  const ofCopy = ids.filter(({ path }) => !/^(?:slides|journey)\./.test(path)).map(({ text }) => text);
  return [...ofCopy, ...(ofComponents[name] ?? [])];
}

/** Problems of internal links in a content file. */
function linkProblems(name: ContentName, copy: Copy): string[] {
  const links = textsOf(copy).flatMap(({ path, text }) =>
    (/\blink$/.test(path) ? [text] : addressesIn(text)).map((href) => ({ path, href })),
  );
  return links
    .filter(({ href }) => !href.startsWith('https://'))
    .filter(({ href }) => {
      const [page = '', place] = href.split('#');
      const target = page === '' ? name : contentNames.find((other) => pathOfContent(other) === page);
      // A page without content of its own has no targets.
      if (!target) return place !== undefined || !openPaths.includes(page);
      if (!openPaths.includes(pathOfContent(target))) return true;
      return place !== undefined && !placesOf(target).includes(place);
    })
    .map(({ path, href }) => `${path}: ${href}`);
}

describe.each(languageCodes)('the copy in %s', (language) => {
  test('exists for every page and matches its schema', () => {
    expect(contentProblems(language)).toEqual([]);
  });

  test.each(contentNames)('%s has well-formed texts in its own language', (name) => {
    const texts = textsOf(readCopy(language, name)).filter(({ path }) => !isFact(path));
    expect(texts.length).toBeGreaterThan(2);
    const problems = texts.flatMap(({ path, text }) => [
      ...textProblems(plainText(text), language).map((problem) => `${path}: ${problem}`),
      ...(language === 'en' && /\p{Script=Arabic}/u.test(text) ? [`${path}: Arabic`] : []),
    ]);
    expect(problems).toEqual([]);
  });

  test.each(contentNames)('%s has only known placeholders, and no markup but links', (name) => {
    const known = placeholders.map((mark) => `{{${mark}}}`);
    const odd = textsOf(readCopy(language, name)).filter(({ path, text }) => {
      const rest = known.reduce((left, mark) => left.split(mark).join(''), plainText(text));
      return !isFact(path) && /[{}[\]<>]|https?:/.test(rest);
    });
    expect(odd).toEqual([]);
  });

  test.each(contentNames)('%s links to existing pages and ids', (name) => {
    expect(linkProblems(name, readCopy(language, name))).toEqual([]);
  });
});

const otherCodes = languageCodes.filter((code) => code !== fallbackLanguage);

describe.each(otherCodes)('%s and English have the same content', (language) => {
  // The help centre alone differs by a question (spec, section 3).
  test.each(contentNames.filter((name) => name !== 'help-center'))('in %s', (name) => {
    expect(parityProblems(readCopy(language, name), readCopy('en', name))).toEqual([]);
  });

  test('in the help centre, except for one additional question in Arabic', () => {
    const { items, ...rest } = read(language, 'help-center');
    const { items: english, ...englishRest } = read('en', 'help-center');
    expect({ [language]: items.length, en: english.length }).toMatchObject(
      language === 'ar' ? { ar: 11, en: 10 } : { en: 10 },
    );
    const shared = items.filter(({ id }) => english.some((item) => item.id === id));
    expect(shared).toHaveLength(10);
    expect(parityProblems({ ...rest, items: shared }, { ...englishRest, items: english })).toEqual([]);
  });
});

/** Facts that the specification names (sections 1, 3 and 9). */
describe('the content has what the specification names:', () => {
  test('nine fields of treatment and three extra services, by their ids', () => {
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

  // Both languages have the same ids, links and dates: that is tested above.
  test('a card for each of the six services, and the three extra services', () => {
    const { cards, extra } = read('en', 'services');
    expect(cards.map(({ link }) => link).sort()).toEqual(
      ['booking', 'consultation', 'evacuation', 'nursing', 'translation', 'transport'].map((id) => `/services/${id}`),
    );
    expect(extra.services.map(({ id }) => id)).toEqual(extraServiceIds);
  });

  test('the four steps of the journey, each linked to its page', () => {
    expect(read('en', 'home').journey.steps.map(({ id, link }) => [id, link])).toEqual([
      ['first-contact', '/contact'],
      ['consultation', '/services/consultation'],
      ['travel', '/services/booking'],
      ['treatment', '/treatment'],
    ]);
  });

  test('two press releases, with sources, a press kit and an address', () => {
    const press = read('en', 'press');
    expect(press.pressReleases.map(({ date }) => date)).toEqual(['2024-11-12', '2024-10-05']);
    expect(press.mediaMentions.length).toBeGreaterThan(0);
    expect(press.pressKit.url).toBe('/press/press-kit.zip');
    expect(press.contactEmail).toBe('{{company_email}}');
    for (const language of languageCodes) {
      expect(read(language, 'press').pressReleases.map(({ pdf }) => pdf)).toEqual([
        `/press/2024-11-12-${language}.pdf`,
        `/press/2024-10-05-${language}.pdf`,
      ]);
    }
  });

  test('three open positions, with their places and working times', () => {
    expect(read('en', 'careers').positions.map(({ title, location, type }) => [title, location, type])).toEqual([
      ['International medical coordinator', 'Berlin', 'Full time'],
      ['Digital marketing specialist', 'Remote', 'Part time'],
      ['Medical translator', 'Hamburg', 'Full time'],
    ]);
  });

  test('four partners', () => {
    expect(read('en', 'partners').partners.map(({ id }) => id)).toEqual([
      'university-hospital',
      'luxury-hotel',
      'private-jet',
      'car-rental',
    ]);
  });

  test('visa support, VIP arrangements and follow-up among the questions', () => {
    const ids = read('en', 'help-center').items.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['visa-support', 'vip-and-companions', 'follow-up', 'medical-documents']),
    );
  });

  const ageOfFile = { en: /no older than 3 months/, ar: /أكثر من 3 أشهر/ };
  const experience = { en: /more than 15 years/i, ar: /(?:تزيد على|أكثر من) 15 عامًا/ };
  const imaging = { en: /CT, MRI, PET/, ar: /CT.*MRI.*PET/ };
  test.each<[what: string, name: ContentName, says: Record<Language, RegExp>]>([
    ['how old the medical file may be', 'services/consultation', ageOfFile],
    ['how old the medical file may be', 'contact', ageOfFile],
    ['how old the medical file may be', 'help-center', ageOfFile],
    ['the years of experience with medical flights', 'home', experience],
    ['the years of experience with medical flights', 'services', experience],
    ['the years of experience with medical flights', 'services/evacuation', experience],
    ['the imaging reports that are asked for', 'contact', imaging],
    ['the imaging reports that are asked for', 'services/consultation', imaging],
    ['the deletion of data after the request', 'contact', { en: /once the request is fully processed/, ar: /نحذف/ }],
    ['the law that protects data', 'contact', { en: /\bGDPR\b/, ar: /GDPR/ }],
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
  ])('%s in %s', (_what, name, says) => {
    for (const language of languageCodes) {
      const texts = textsOf(readCopy(language, name)).map(({ text }) => plainText(text));
      expect(
        texts.filter((text) => says[language].test(text)),
        language,
      ).not.toEqual([]);
    }
  });
});

describe('the check at build time', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'copy-'));
    cpSync(join(languagesFolder, 'en'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  // A language is a folder, named from where the languages lie.
  const problems = () => contentProblems(relative(languagesFolder, folder)).map((line) => line.split('/pages/').pop());
  const write = (name: string, copy: unknown) =>
    writeFileSync(join(folder, 'pages', `${name}.json`), JSON.stringify(copy));

  test('accepts valid content', () => {
    expect(problems()).toEqual([]);
  });

  test('detects missing and unused files', () => {
    rmSync(join(folder, 'pages', 'services', 'nursing.json'));
    write('pricing', {});
    expect(problems()).toEqual([
      expect.stringMatching(/\/pricing: no page uses it$/),
      expect.stringMatching(/\/services\/nursing: is missing$/),
    ]);
  });

  test('names file and path of a schema violation', () => {
    const about = readCopy('en', 'about') as Record<string, Copy>;
    write('about', { ...about, lead: ' Two blanks ', heading: '' });
    expect(problems()).toEqual([
      expect.stringMatching(/\/about: heading /),
      expect.stringMatching(/\/about: lead has leading or trailing whitespace$/),
    ]);
  });
});

describe('the schemas reject', () => {
  type Tree = Record<string, unknown>;
  test.each<[what: string, name: ContentName, place: string, damage: (copy: Tree) => void]>([
    ['a text that is not there', 'contact', 'intro', (copy) => delete copy.intro],
    ['a text that nothing shows', 'contact', '', (copy) => (copy.slogan = 'New')],
    [
      'a title too long for search engines',
      'about',
      'head.title',
      (copy) => ((copy.head as Tree).title = 'x'.repeat(71)),
    ],
    [
      'a description too short for them',
      'about',
      'head.description',
      (copy) => ((copy.head as Tree).description = 'Us'),
    ],
    ['a day that there is not', 'imprint', 'updated', (copy) => (copy.updated = '2026-02-30')],
    [
      'an address of another site as a path',
      'about',
      'action.link',
      (copy) => (copy.action = { text: 'x', link: '//x.org' }),
    ],
    ['a path with its language', 'about', 'action.link', (copy) => (copy.action = { text: 'x', link: '/Ar/about' })],
    ['a picture that is not drawn', 'about', 'picture.name', (copy) => (copy.picture = { name: 'cat', alt: 'Cat' })],
    ['a picture without words', 'about', 'picture.alt', (copy) => (copy.picture = { name: 'about', alt: '' })],
    ['a third press release', 'press', 'pressReleases', (copy) => (copy.pressReleases as unknown[]).push({})],
    [
      'an address without encryption',
      'press',
      'mediaMentions.0.link',
      (copy) => {
        copy.mediaMentions = [{ title: 'x', link: 'http://example.com' }];
      },
    ],
    ['a phone number in the copy', 'contact', 'phoneNumber', (copy) => (copy.phoneNumber = '+49 30 1')],
    [
      'a block of no known form',
      'about',
      'sections.0.blocks.0',
      (copy) => {
        copy.sections = [{ id: 'a', heading: 'A', blocks: [{ quote: 'x' }] }];
      },
    ],
  ])('%s', (_what, name, place, damage) => {
    const copy = readCopy('en', name) as Tree;
    expect(contentFiles[name].safeParse(copy).success).toBe(true);
    damage(copy);
    const issues = contentFiles[name].safeParse(copy).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toContain(place);
  });
});

describe('the comparison of languages', () => {
  const arabic = { id: 'a', title: 'نص', list: ['واحد [اثنان](/contact)'], image: { name: 'map', alt: 'خريطة' } };
  const english = { id: 'a', title: 'Text', list: ['One [two](/contact)'], image: { name: 'map', alt: 'Map' } };

  test.each<[what: string, change: Copy, problems: string[]]>([
    ['nothing', {}, []],
    ['an id', { id: 'b' }, ['id: a and b']],
    ['a text that is not translated', { title: 'نص' }, ['title: not translated']],
    ['the number of items', { list: ['One [two](/contact)', 'Three'] }, ['list.1: nothing and a text']],
    ['the address of a link', { list: ['One [two](/about)'] }, ['list.0: other links']],
    ['a mark', { title: 'Text {{company_name}}' }, ['title: other marks']],
    ['the name of a picture', { image: { name: 'berlin', alt: 'Map' } }, ['image.name: map and berlin']],
    ['a key', { image: { name: 'map', alt: 'Map', text: 'Map' } }, ['image.text: nothing and a text']],
    ['the kind of a thing', { title: ['Text'] }, ['title: a text and a list']],
  ])('detects different %s', (_what, change, problems) => {
    expect(parityProblems(arabic, { ...english, ...(change as object) })).toEqual(problems);
  });

  test('lets a text of marks alone and the language of a press release be', () => {
    expect(
      parityProblems({ text: '{{company_phone}}', pdf: '/a-ar.pdf' }, { text: '{{company_phone}}', pdf: '/a-en.pdf' }),
    ).toEqual([]);
  });

  test('detects links to missing pages and ids', () => {
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
