import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textProblems } from '#tests/support/text-problems.ts';
import { fallbackLanguage, type FormLanguage, formOnlyCodes, languageCodes } from '../languages.ts';
import { resources } from './resources.server.ts';

/** Checks that all languages have the same keys, that each has its own plural forms, and that every text is used. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Texts by full dotted key. */
type Texts = Record<string, string>;

function flatten(tree: object, prefix = ''): Texts {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flatten(value as object, `${prefix}${key}.`))
        : [[prefix + key, String(value)]],
    ),
  );
}

/**
 * Returns the key that code uses: `results` for its plural form `results_few`, provided that `results_other` exists.
 */
function baseOf(key: string, texts: Texts): string {
  const base = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return `${base}_other` in texts ? base : key;
}

function basesOf(texts: Texts): string[] {
  return [...new Set(Object.keys(texts).map((key) => baseOf(key, texts)))].sort();
}

/** Returns the plural keys that do not have exactly the forms of their language: six in Arabic, two in English. */
function pluralProblems(texts: Texts, language: FormLanguage): string[] {
  const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories.map(String).sort().join();
  return basesOf(texts).flatMap((base) => {
    if (!(`${base}_other` in texts)) return [];
    const forms = Object.keys(texts).filter((key) => baseOf(key, texts) === base);
    const actual = forms
      .map((key) => key.slice(base.length + 1))
      .sort()
      .join();
    return actual === expected ? [] : [`${base}: ${actual} instead of ${expected}`];
  });
}

/** Returns the placeholders and tags in a text: `{{name}}`, `<reference>`, `</reference>`. */
function markupOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^{}]*\}\}|<[^<>]*>/g))].sort();
}

/**
 * Returns the texts whose placeholders or tags differ from those in the fallback language. A plural form may omit the
 * count.
 */
function markupProblems(texts: Texts, reference: Texts): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const base = baseOf(key, texts);
    const isPlural = base !== key;
    const relevant = (markup: string[]) => markup.filter((mark) => !isPlural || mark !== '{{count}}').join(' ');
    const actual = relevant(markupOf(text));
    const expected = relevant(markupOf(reference[isPlural ? `${base}_other` : key] ?? ''));
    return actual === expected ? [] : [`${key}: ${actual || 'nothing'} instead of ${expected || 'nothing'}`];
  });
}

/**
 * Returns the keys that no source file uses, neither literally nor as a code in ``t(`form.${code}`)``. A key of a
 * single word must occur in a call of `t`, because as a bare string it could mean anything.
 */
function unusedKeys(bases: string[], source: string): string[] {
  const literalKeys = new Set(keysUsedIn(source));
  const quotedStrings = new Set(Array.from(source.matchAll(/(['"`])([\w.-]+)\1/g), ([, , string]) => string));
  const keyTemplates = Array.from(
    source.matchAll(/\(`([\w.]+\.)\$\{[^}]*\}([\w.]*)`/g),
    ([, start = '', end = '']) => ({
      start,
      end,
    }),
  );
  return bases.filter(
    (base) =>
      !(base.includes('.') ? quotedStrings : literalKeys).has(base) &&
      !keyTemplates.some(
        ({ start, end }) =>
          base.startsWith(start) &&
          base.endsWith(end) &&
          quotedStrings.has(base.slice(start.length, base.length - end.length)),
      ),
  );
}

/**
 * Returns the keys used literally in a source: `t('…')`, `t(isX ? '…' : '…')`, `i18nKey="…"`, and with `{ t: alias }`.
 */
function keysUsedIn(source: string): string[] {
  const aliases = Array.from(source.matchAll(/\bt: (\w+) \}/g), ([, alias = '']) => alias);
  const firstArguments = source.matchAll(
    new RegExp(String.raw`(?<![\w.])(?:${['t', ...aliases].join('|')})\(((?:[^,()]|\([^()]*\))*)`, 'g'),
  );
  return [
    ...Array.from(firstArguments, ([, argument = '']) =>
      Array.from(argument.matchAll(/'([^']*)'/g), ([, key = '']) => key),
    ),
    ...Array.from(source.matchAll(/i18nKey="([^"]*)"/g), ([, key = '']) => [key]),
  ].flat();
}

/** The files of interface texts. `app/content/copy/content.test.ts` checks the pages' content in `pages/`. */
const filesOf = (language: FormLanguage) =>
  readdirSync(`${root}locales/${language}`)
    .filter((name) => name.endsWith('.json'))
    .sort();
const files = filesOf(fallbackLanguage);
const textsOf = (language: FormLanguage, file: string) =>
  flatten(JSON.parse(readFileSync(`${root}locales/${language}/${file}`, 'utf8')) as object);
const sources = readdirSync(`${root}app`, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${root}app/${path}`, 'utf8'));

describe.each(languageCodes)('the interface texts in %s', (language) => {
  test('have the same files as in the fallback language, all loaded by the server', () => {
    expect(filesOf(language)).toEqual(files);
    expect(
      Object.keys(resources[language])
        .map((name) => `${name}.json`)
        .sort(),
    ).toEqual(files);
  });

  test.each(files)(
    '%s has the keys and placeholders of the fallback language, its own plural forms, and well-formed texts',
    (file) => {
      const texts = textsOf(language, file);
      const reference = textsOf(fallbackLanguage, file);
      expect(basesOf(texts)).toEqual(basesOf(reference));
      expect(pluralProblems(texts, language)).toEqual([]);
      expect(markupProblems(texts, reference)).toEqual([]);
      const malformed = Object.entries(texts).flatMap(([key, text]) =>
        textProblems(text, language).map((problem) => `${key}: ${problem}`),
      );
      expect(malformed).toEqual([]);
    },
  );
});

/** The files in which a form-only language has only the keys that its pages use. */
const partialFiles = ['common.json', 'company.json', 'frame.json'];

/** Names and words that are written in Latin letters in every language. */
const latinTexts = ['OK', 'WhatsApp', 'Facebook', 'Instagram', 'X', 'YouTube'];

describe.each(formOnlyCodes)('the form texts in %s', (language) => {
  test('are all loaded by the server', () => {
    expect(
      Object.keys(resources[language])
        .map((name) => `${name}.json`)
        .sort(),
    ).toEqual(filesOf(language));
  });

  test.each(filesOf(language))(
    '%s has the keys and placeholders of the fallback language, its own plural forms, and well-formed texts',
    (file) => {
      const texts = textsOf(language, file);
      const reference = textsOf(fallbackLanguage, file);
      const expected = basesOf(reference);
      if (partialFiles.includes(file)) expect(expected).toEqual(expect.arrayContaining(basesOf(texts)));
      else expect(basesOf(texts)).toEqual(expected);
      expect(pluralProblems(texts, language)).toEqual([]);
      expect(markupProblems(texts, reference)).toEqual([]);
      const malformed = Object.entries(texts).flatMap(([key, text]) =>
        textProblems(text, language)
          .filter((problem) => !(problem.startsWith('no ') && latinTexts.includes(text)))
          .map((problem) => `${key}: ${problem}`),
      );
      expect(malformed).toEqual([]);
    },
  );
});

test.each(files)('every text in %s is used', (file) => {
  expect(unusedKeys(basesOf(textsOf(fallbackLanguage, file)), sources.join('\n'))).toEqual([]);
});

test('every text that code uses exists', () => {
  const existing = new Set(files.flatMap((file) => basesOf(textsOf(fallbackLanguage, file))));
  const used = sources.flatMap(keysUsedIn);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((key) => !existing.has(key))).toEqual([]);
});

describe('the checks themselves', () => {
  test('detect missing and superfluous plural forms', () => {
    const forms = { n_one: '1', n_two: '2', n_other: 'n', lone_one: 'no plural without its _other' };
    expect(pluralProblems(forms, 'en')).toEqual(['n: one,other,two instead of one,other']);
    expect(pluralProblems(forms, 'ar')).toEqual(['n: one,other,two instead of few,many,one,other,two,zero']);
    expect(basesOf(forms)).toEqual(['lone_one', 'n']);
  });

  test('detect different placeholders and tags, except for the count of a plural form', () => {
    const reference = { a: '{{x}} <b>{{y}}</b>', n_one: '{{count}} {{x}}', n_other: '{{count}} {{x}}' };
    expect(markupProblems({ a: '<b>{{y}}</b> {{x}}', n_one: '{{x}}', n_other: '{{count}} {{x}}' }, reference)).toEqual(
      [],
    );
    expect(markupProblems({ a: '{{X}} <b>{{y}}', n_one: '{{count}}', n_other: '{{x}}' }, reference)).toEqual([
      'a: <b> {{X}} {{y}} instead of </b> <b> {{x}} {{y}}',
      'n_one: nothing instead of {{x}}',
    ]);
  });

  test.each([
    ['', ['empty']],
    [' نص', ['leading or trailing whitespace']],
    ['نص  نص', ['consecutive whitespace']],
    ['Close {{name}}', ['no Arabic letters']],
    ['نعم, لا', ['Latin punctuation']],
    ['نصًّا?', ['Latin punctuation']],
    ['نـص', ['tatweel']],
    ['٣ ملفات', ['Arabic-Indic or Persian digits']],
    ['© {{from}}–{{to}} {{company}}', []],
    ['حتى 7 ملفات PDF، نعم؟', []],
  ])('report problems of the Arabic text %j', (text, problems) => {
    expect(textProblems(text, 'ar')).toEqual(problems);
  });

  test('detect unused keys, and recognise keys built from a prefix and a code', () => {
    const source = "t('used'); key = 'a.used'; on('close'); t(`form.${code}`); codes = ['name_required']; // a.unused";
    const bases = ['used', 'close', 'a.used', 'a.unused', 'form.name_required', 'form.old', 'other.name_required'];
    expect(unusedKeys(bases, source)).toEqual(['close', 'a.unused', 'form.old', 'other.name_required']);
  });

  test('find keys in all forms of calls', () => {
    const source = `const { t: forms } = useTranslation('forms'); const { t } = useTranslation();
      t('a.b', { title: 'no key' }); forms('c'); t(isX(error) ? 'd' : 'e'); <Trans i18nKey="f" />; set('no key'); x.t('no key')`;
    expect(keysUsedIn(source)).toEqual(['a.b', 'c', 'd', 'e', 'f']);
  });
});
