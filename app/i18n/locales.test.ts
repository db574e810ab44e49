import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textProblems } from '#tests/support/text-problems.ts';
import { fallbackLanguage, languageCodes, type Wording } from './languages.ts';
import { resources } from './resources.server.ts';

/** The locale gate: every language says everything, in its own plural forms, and nothing that no page shows. */

const root = fileURLToPath(new URL('../..', import.meta.url));

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

/** The key that a page asks for: `results_few` is a form of `results` where there is a `results_other`. */
function baseOf(key: string, texts: Texts): string {
  const base = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return `${base}_other` in texts ? base : key;
}

function basesOf(texts: Texts): string[] {
  return [...new Set(Object.keys(texts).map((key) => baseOf(key, texts)))].sort();
}

/** Each plural key has exactly the forms of its language: Arabic six, English two. */
function pluralProblems(texts: Texts, language: Wording): string[] {
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

/** What a text leaves to be filled in: `{{name}}`, `<reference>`, `</reference>`. */
function marksOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]*\}\}|<[^>]*>/g))].sort();
}

/** A text has the marks of the same text in the fallback language; a plural form may leave the count out. */
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
 * Keys that stand in no source, neither whole nor as a code behind ``t(`form.${code}`)``. A key of one word has to
 * stand in a call of `t`: as a mere string it could mean anything.
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

/** Keys that a source asks for in so many words: `t('…')`, `t(isX ? '…' : '…')`, `i18nKey="…"`, `{ t: other }`. */
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

/** The interface's texts; the pages' copy in `pages/` has a gate of its own (app/content/content.test.ts). */
const filesOf = (language: Wording) =>
  readdirSync(`${root}locales/${language}`)
    .filter((name) => name.endsWith('.json'))
    .sort();
const files = filesOf(fallbackLanguage);
const textsOf = (language: Wording, file: string) =>
  flatten(JSON.parse(readFileSync(`${root}locales/${language}/${file}`, 'utf8')) as object);
const sources = readdirSync(`${root}app`, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${root}app/${path}`, 'utf8'));

describe.each(languageCodes)('the texts in %s', (language) => {
  test('lie in the same files as in every language, all of which the server loads', () => {
    expect(filesOf(language)).toEqual(files);
    expect(
      Object.keys(resources[language])
        .map((name) => `${name}.json`)
        .sort(),
    ).toEqual(files);
  });

  test.each(files)('%s has the same keys, forms and marks as in every language, and sound texts', (file) => {
    const texts = textsOf(language, file);
    const reference = textsOf(fallbackLanguage, file);
    expect(basesOf(texts)).toEqual(basesOf(reference));
    expect(pluralProblems(texts, language)).toEqual([]);
    expect(markProblems(texts, reference)).toEqual([]);
    const unsound = Object.entries(texts).flatMap(([key, text]) =>
      textProblems(text, language).map((problem) => `${key}: ${problem}`),
    );
    expect(unsound).toEqual([]);
  });
});

/** Of the texts that every page has, the Russian form shows a few. */
const partlyRussian = ['common.json'];

describe('the texts in Russian', () => {
  test('are those that the server loads', () => {
    expect(
      Object.keys(resources.ru)
        .map((name) => `${name}.json`)
        .sort(),
    ).toEqual(filesOf('ru'));
  });

  test.each(filesOf('ru'))('%s has the keys, forms and marks of the other languages, and sound texts', (file) => {
    const texts = textsOf('ru', file);
    const reference = textsOf(fallbackLanguage, file);
    const known = basesOf(reference);
    if (partlyRussian.includes(file)) expect(known).toEqual(expect.arrayContaining(basesOf(texts)));
    else expect(basesOf(texts)).toEqual(known);
    expect(pluralProblems(texts, 'ru')).toEqual([]);
    expect(markProblems(texts, reference)).toEqual([]);
    const unsound = Object.entries(texts).flatMap(([key, text]) =>
      textProblems(text, 'ru')
        .filter((problem) => !(problem === 'no Russian' && text === 'OK'))
        .map((problem) => `${key}: ${problem}`),
    );
    expect(unsound).toEqual([]);
  });
});

test.each(files)('no text of %s is without a use', (file) => {
  expect(unusedKeys(basesOf(textsOf(fallbackLanguage, file)), sources.join('\n'))).toEqual([]);
});

test('no page asks for a text that is not there', () => {
  const known = new Set(files.flatMap((file) => basesOf(textsOf(fallbackLanguage, file))));
  const asked = sources.flatMap(askedKeys);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});

describe('the gate itself', () => {
  test('sees a plural form that is missing and one that the language does not have', () => {
    const forms = { n_one: '1', n_two: '2', n_other: 'n', lone_one: 'no plural without its _other' };
    expect(pluralProblems(forms, 'en')).toEqual(['n: one,other,two instead of one,other']);
    expect(pluralProblems(forms, 'ar')).toEqual(['n: one,other,two instead of few,many,one,other,two,zero']);
    expect(basesOf(forms)).toEqual(['lone_one', 'n']);
  });

  test('sees a variable or a tag that differs, and lets only the count of a plural go', () => {
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
    [' نص', ['blank at an end']],
    ['نص  نص', ['two blanks in a row']],
    ['Close {{name}}', ['no Arabic']],
    ['نعم, لا', ['Latin punctuation']],
    ['نصًّا?', ['Latin punctuation']],
    ['نـص', ['tatweel']],
    ['٣ ملفات', ['digits that are not Latin']],
    ['© {{from}}–{{to}} {{company}}', []],
    ['حتى 7 ملفات PDF، نعم؟', []],
  ])('judges the Arabic text %j', (text, problems) => {
    expect(textProblems(text, 'ar')).toEqual(problems);
  });

  test('sees a key that no source uses, and finds one behind a prefix', () => {
    const source = "t('used'); key = 'a.used'; on('close'); t(`form.${code}`); codes = ['name_required']; // a.unused";
    const bases = ['used', 'close', 'a.used', 'a.unused', 'form.name_required', 'form.old', 'other.name_required'];
    expect(unusedKeys(bases, source)).toEqual(['close', 'a.unused', 'form.old', 'other.name_required']);
  });

  test('reads the keys of every way to ask', () => {
    const source = `const { t: forms } = useTranslation('forms'); const { t } = useTranslation();
      t('a.b', { title: 'no key' }); forms('c'); t(isX(error) ? 'd' : 'e'); <Trans i18nKey="f" />; set('no key'); x.t('no key')`;
    expect(askedKeys(source)).toEqual(['a.b', 'c', 'd', 'e', 'f']);
  });
});
