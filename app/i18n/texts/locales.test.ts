import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textProblems } from '#tests/support/text-problems.ts';
import { fallbackLanguage, type FormLanguage, formOnlyCodes, languageCodes } from '../languages.ts';
import { resources } from './resources.server.ts';

/** Checks that every language has the same keys and its own plural forms, and that no text is unused. */

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

/** The key that code uses: `results_few` is a plural form of `results` if there is a `results_other`. */
function baseOf(key: string, texts: Texts): string {
  const base = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return `${base}_other` in texts ? base : key;
}

function basesOf(texts: Texts): string[] {
  return [...new Set(Object.keys(texts).map((key) => baseOf(key, texts)))].sort();
}

/** Checks that plural keys have exactly their language's forms: Arabic six, English two. */
function pluralProblems(texts: Texts, language: FormLanguage): string[] {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.map(String).sort().join();
  return basesOf(texts).flatMap((base) => {
    if (!(`${base}_other` in texts)) return [];
    const forms = Object.keys(texts).filter((key) => baseOf(key, texts) === base);
    const found = forms
      .map((key) => key.slice(base.length + 1))
      .sort()
      .join();
    return found === wanted ? [] : [`${base}: ${found} instead of ${wanted}`];
  });
}

/** Placeholders and tags in a text: `{{name}}`, `<reference>`, `</reference>`. */
function marksOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]*\}\}|<[^>]*>/g))].sort();
}

/** Checks that a text has the same placeholders as in the fallback language; a plural form may omit the count. */
function markProblems(texts: Texts, reference: Texts): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const base = baseOf(key, texts);
    const isPlural = base !== key;
    const relevant = (marks: string[]) => marks.filter((mark) => !isPlural || mark !== '{{count}}').join(' ');
    const found = relevant(marksOf(text));
    const wanted = relevant(marksOf(reference[isPlural ? `${base}_other` : key] ?? ''));
    return found === wanted ? [] : [`${key}: ${found || 'nothing'} instead of ${wanted || 'nothing'}`];
  });
}

/**
 * Keys used in no source file, neither literally nor as a code in ``t(`form.${code}`)``. A single-word key must occur
 * in a call of `t`, since a bare string could mean anything.
 */
function unusedKeys(bases: string[], source: string): string[] {
  const asked = new Set(askedKeys(source));
  const quoted = new Set(Array.from(source.matchAll(/(['"`])([\w.-]+)\1/g), ([, , words]) => words));
  const built = Array.from(source.matchAll(/\(`([\w.]+\.)\$\{[^}]*\}([\w.]*)`/g), ([, start = '', end = '']) => ({
    start,
    end,
  }));
  return bases.filter(
    (base) =>
      !(base.includes('.') ? quoted : asked).has(base) &&
      !built.some(
        ({ start, end }) =>
          base.startsWith(start) &&
          base.endsWith(end) &&
          quoted.has(base.slice(start.length, base.length - end.length)),
      ),
  );
}

/** Keys used literally in a source: `t('…')`, `t(isX ? '…' : '…')`, `i18nKey="…"`, `{ t: other }`. */
function askedKeys(source: string): string[] {
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

/** UI texts; the pages' content in `pages/` is checked separately (app/content/copy/content.test.ts). */
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

describe.each(languageCodes)('the texts in %s', (language) => {
  test('are in the same files as in every language, all loaded by the server', () => {
    expect(filesOf(language)).toEqual(files);
    expect(
      Object.keys(resources[language])
        .map((name) => `${name}.json`)
        .sort(),
    ).toEqual(files);
  });

  test.each(files)(
    '%s has the same keys, plural forms and placeholders as in every language, and well-formed texts',
    (file) => {
      const texts = textsOf(language, file);
      const reference = textsOf(fallbackLanguage, file);
      expect(basesOf(texts)).toEqual(basesOf(reference));
      expect(pluralProblems(texts, language)).toEqual([]);
      expect(markProblems(texts, reference)).toEqual([]);
      const unsound = Object.entries(texts).flatMap(([key, text]) =>
        textProblems(text, language).map((problem) => `${key}: ${problem}`),
      );
      expect(unsound).toEqual([]);
    },
  );
});

/** A form uses only some of the common texts. */
const partial = ['common.json'];

describe.each(formOnlyCodes)('the texts of forms in %s', (language) => {
  test('are all loaded by the server', () => {
    expect(
      Object.keys(resources[language])
        .map((name) => `${name}.json`)
        .sort(),
    ).toEqual(filesOf(language));
  });

  test.each(filesOf(language))(
    '%s has the keys, plural forms and placeholders of the other languages, and well-formed texts',
    (file) => {
      const texts = textsOf(language, file);
      const reference = textsOf(fallbackLanguage, file);
      const known = basesOf(reference);
      if (partial.includes(file)) expect(known).toEqual(expect.arrayContaining(basesOf(texts)));
      else expect(basesOf(texts)).toEqual(known);
      expect(pluralProblems(texts, language)).toEqual([]);
      expect(markProblems(texts, reference)).toEqual([]);
      const unsound = Object.entries(texts).flatMap(([key, text]) =>
        textProblems(text, language)
          .filter((problem) => !(problem.startsWith('no ') && text === 'OK'))
          .map((problem) => `${key}: ${problem}`),
      );
      expect(unsound).toEqual([]);
    },
  );
});

test.each(files)('every text of %s is used', (file) => {
  expect(unusedKeys(basesOf(textsOf(fallbackLanguage, file)), sources.join('\n'))).toEqual([]);
});

test('every text used by code exists', () => {
  const known = new Set(files.flatMap((file) => basesOf(textsOf(fallbackLanguage, file))));
  const asked = sources.flatMap(askedKeys);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});

describe('these checks', () => {
  test('detect missing and superfluous plural forms', () => {
    const forms = { n_one: '1', n_two: '2', n_other: 'n', lone_one: 'no plural without its _other' };
    expect(pluralProblems(forms, 'en')).toEqual(['n: one,other,two instead of one,other']);
    expect(pluralProblems(forms, 'ar')).toEqual(['n: one,other,two instead of few,many,one,other,two,zero']);
    expect(basesOf(forms)).toEqual(['lone_one', 'n']);
  });

  test('detect different placeholders and tags, except for the count of a plural form', () => {
    const reference = { a: '{{x}} <b>{{y}}</b>', n_one: '{{count}} {{x}}', n_other: '{{count}} {{x}}' };
    expect(markProblems({ a: '<b>{{y}}</b> {{x}}', n_one: '{{x}}', n_other: '{{count}} {{x}}' }, reference)).toEqual(
      [],
    );
    expect(markProblems({ a: '{{X}} <b>{{y}}', n_one: '{{count}}', n_other: '{{x}}' }, reference)).toEqual([
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

  test('detect an unused key, and find one with a prefix', () => {
    const source = "t('used'); key = 'a.used'; on('close'); t(`form.${code}`); codes = ['name_required']; // a.unused";
    const bases = ['used', 'close', 'a.used', 'a.unused', 'form.name_required', 'form.old', 'other.name_required'];
    expect(unusedKeys(bases, source)).toEqual(['close', 'a.unused', 'form.old', 'other.name_required']);
  });

  test('find keys in all kinds of calls', () => {
    const source = `const { t: forms } = useTranslation('forms'); const { t } = useTranslation();
      t('a.b', { title: 'no key' }); forms('c'); t(isX(error) ? 'd' : 'e'); <Trans i18nKey="f" />; set('no key'); x.t('no key')`;
    expect(askedKeys(source)).toEqual(['a.b', 'c', 'd', 'e', 'f']);
  });
});
