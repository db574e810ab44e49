import { createInstance as createTheirs } from 'i18next';
import { type ComponentType, createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as packageReactI18next from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { fallbackLanguage, type FormLanguage, formLanguageCodes } from '#app/i18n/languages.ts';
import { i18nextOptions } from '#app/i18n/texts/i18next-options.ts';
import { rememberTexts } from '#app/i18n/texts/remember-texts.server.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';
import { createInstance } from './i18next.ts';
import * as ourReactI18next from './react-i18next.tsx';
import type { TextTree } from './translator.ts';

/**
 * The server renders with texts that i18next has looked up once, and the browser with our replacement: both must return
 * what i18next does for every text.
 */

const texts: Record<FormLanguage, Record<string, TextTree>> = resources;

/** Texts on which the two implementations are most likely to differ. */
const trickyTexts: TextTree = {
  plain: 'a {{ value }}b{{value}}',
  nested: { deep: { text: '{{value}} of {{missing}}' } },
  empty: '',
  n_zero: 'none',
  n_one: 'one {{count}}',
  n_other: '{{count}} many',
  only_other: 'the key itself exists',
};

const theirs = createTheirs();
const ours = createInstance();

beforeAll(async () => {
  const all = Object.fromEntries(
    formLanguageCodes.map((language) => [language, { ...texts[language], tricky: trickyTexts }]),
  );
  await theirs
    .use(packageReactI18next.initReactI18next)
    .init({ ...i18nextOptions, lng: fallbackLanguage, ns: Object.keys(all[fallbackLanguage] ?? {}), resources: all });
  await ours.init({ ...i18nextOptions, lng: fallbackLanguage, resources: structuredClone(all) });
});

const pluralSuffix = /_(?:zero|one|two|few|many|other)$/;

/** Returns all dotted keys, and those of plural forms both with and without their suffix. */
function keysOf(tree: TextTree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object'
      ? keysOf(value, `${prefix}${name}.`)
      : [prefix + name, ...(pluralSuffix.test(name) ? [prefix + name.replace(pluralSuffix, '')] : [])],
  );
}

const values = ['plain', '$& $1 {{never}} <b> "&amp;"', 7, undefined, null];
const counts = [undefined, 0, 1, 2, 3, 10, 11, 21, 100, 1.5];

test.each(formLanguageCodes)('translates every text as i18next does, in %s', (language) => {
  const their = theirs.cloneInstance({ lng: language });
  const our = ours.cloneInstance({ lng: language });
  const server = theirs.cloneInstance({ lng: language });
  rememberTexts(server);
  expect(our.language).toBe(their.language);
  let compared = 0;
  for (const [namespace, tree] of Object.entries({ ...texts[fallbackLanguage], tricky: trickyTexts })) {
    const names = [...JSON.stringify(tree).matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name);
    const plurals = new Set(
      keysOf(tree)
        .filter((key) => pluralSuffix.test(key))
        .map((key) => key.replace(pluralSuffix, '')),
    );
    for (const key of [...keysOf(tree), 'missing', 'nested.missing']) {
      for (const value of values) {
        const filledIn = new Proxy<Record<string, unknown>>({}, { get: () => value });
        for (const count of plurals.has(key) ? counts : [undefined]) {
          const given = { ...Object.fromEntries(names.map((name) => [name, filledIn[name]])), count };
          const expected = their.t(key, { ns: namespace, ...given } as never);
          const text = `${namespace} ${key} ${JSON.stringify(given)}`;
          expect(our.t(key, { ns: namespace, ...given }), text).toBe(expected);
          expect(server.getFixedT(language, namespace as never)(key as never, given as never), text).toBe(expected);
          compared += 1;
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(5_000);
});

test('finds and adds the texts of a namespace', () => {
  const our = ours.cloneInstance({ lng: 'en' });
  expect(our.hasResourceBundle('en', 'added')).toBe(false);
  our.addResourceBundle('en', 'added', { text: 'found' });
  expect(our.hasResourceBundle('en', 'added')).toBe(true);
  expect(our.getFixedT(null, 'added')('text')).toBe('found');
});

test.each(formLanguageCodes)('turns every tag into an element as react-i18next does, in %s', (language) => {
  const render = (Trans: ComponentType<object>, t: unknown, key: string) => {
    const components = { reference: createElement('bdi', { className: 'code' }) };
    return renderToStaticMarkup(
      createElement(Trans, { t, i18nKey: key, values: { reference: 'AB-1' }, components } as object),
    );
  };
  const their = theirs.cloneInstance({ lng: language });
  const our = ours.cloneInstance({ lng: language });
  const tagged = Object.entries(texts[language]).flatMap(([namespace, tree]) =>
    keysOf(tree)
      .filter((key) => our.t(key, { ns: namespace }).includes('<'))
      .map((key) => ({ namespace, key })),
  );
  expect(tagged.length).toBeGreaterThan(2);
  for (const { namespace, key } of tagged) {
    const expected = render(packageReactI18next.Trans as never, their.getFixedT(language, namespace as never), key);
    expect(expected).toContain('<bdi class="code">');
    expect(render(ourReactI18next.Trans as never, our.getFixedT(null, namespace), key)).toBe(expected);
  }
});

test('useTranslation uses the instance from the nearest provider', () => {
  function Words(): ReactElement {
    const { t, i18n } = ourReactI18next.useTranslation('tricky');
    const { t: common } = ourReactI18next.useTranslation();
    return createElement('p', { lang: i18n.language }, t('plain', { value: 1 }), common('nav.home'));
  }
  const markup = renderToStaticMarkup(
    createElement(ourReactI18next.I18nextProvider, {
      i18n: ours.cloneInstance({ lng: 'ar' }),
      children: createElement(Words),
    }),
  );
  expect(markup).toBe(`<p lang="ar">a 1b1${theirs.getFixedT('ar', 'common')('nav.home')}</p>`);
});
