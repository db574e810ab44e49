import { describe, expect, test } from 'vitest';
import {
  defaultLanguage,
  documentLanguageOfPath,
  fallbackLanguage,
  inLanguage,
  isLanguage,
  languageOfPath,
  pathIn,
} from './languages.ts';

test('Arabic is the default and English the fallback', () => {
  expect([defaultLanguage, fallbackLanguage]).toEqual(['ar', 'en']);
});

test.each([
  ['/ar', 'ar'],
  ['/en/', 'en'],
  ['/en/services/evacuation', 'en'],
  ['/', undefined],
  ['/de', undefined],
  ['/AR', undefined],
  ['/arab', undefined],
  ['/treatment/en/oncology', 'en'],
  ['/treatment/fr/oncology', undefined],
  ['/treatment/oncology', undefined],
  ['/ar/treatment/oncology', 'ar'],
  ['//en', undefined],
  // The hand-off page has its language in the query (spec, section 7).
  ['/deeplink?searchId=a&urlId=1&locale=en', 'en'],
  ['/deeplink?locale=ar&searchId=a&urlId=1', 'ar'],
  ['/deeplink?locale=en#top', 'en'],
  ['/deeplink?locale=', undefined],
  ['/deeplink?locale=de', undefined],
  ['/deeplink?locale=english', undefined],
  ['/deeplink?xlocale=en', undefined],
  ['/deeplink?searchId=locale=en', undefined],
  ['/deeplink#?locale=en', undefined],
  ['/deeplink', undefined],
  ['/deeplinks?locale=en', undefined],
  ['/ar/about?locale=en', 'ar'],
  ['/about?locale=en', undefined],
])('the language of %s is %s', (path, language) => {
  expect(languageOfPath(path)).toBe(language);
});

test.each(['constructor', 'toString', '', undefined, null, 0])('%j is not a language', (value) => {
  expect(isLanguage(value)).toBe(false);
});

test.each([
  ['/ar', '/en'],
  ['/ar/', '/en/'],
  ['/ar/about', '/en/about'],
  ['/ar/about?x=1', '/en/about?x=1'],
  ['/ar/about#top', '/en/about#top'],
  ['/en/ar', '/en/ar'],
  ['/treatment/ar/oncology?x=1', '/treatment/en/oncology?x=1'],
  ['/ar/treatment', '/en/treatment'],
  ['/deeplink?searchId=a&urlId=1&locale=ar', '/deeplink?searchId=a&urlId=1&locale=en'],
  ['/deeplink?locale=ar&searchId=ar&urlId=1#ar', '/deeplink?locale=en&searchId=ar&urlId=1#ar'],
  ['/ar/about?locale=ar', '/en/about?locale=ar'],
])('switches %s to the English page %s', (path, english) => {
  expect(inLanguage(path, 'en')).toBe(english);
});

test.each([
  // Remix posts the home page's form to `?index`. Without `?index` it would call the layout route, which has no action.
  ['/ar?index', '/en?index'],
  ['/ar?utm_source=x', '/en?utm_source=x'],
  ['/ar#evacuation-section', '/en#evacuation-section'],
])('keeps the query and fragment of the home page: %s in English is %s', (path, english) => {
  expect(inLanguage(path, 'en')).toBe(english);
});

test.each(['/', '/treatment/fr/oncology', '/robots.txt', '/deeplink?urlId=1', '/deeplink?locale=de'])(
  'replaces a path without a language with the home page: %s',
  (path) => {
    expect(inLanguage(path, 'ar')).toBe('/ar');
  },
);

test.each([
  ['/', '/ar'],
  ['/about', '/ar/about'],
  ['/services/booking', '/ar/services/booking'],
  ['/treatment', '/ar/treatment'],
  ['/treatment/oncology', '/treatment/ar/oncology'],
  ['/treatment/request', '/ar/treatment/request'],
  ['/treatment/request?specialty=cardiology', '/ar/treatment/request?specialty=cardiology'],
  ['/treatment/requests', '/treatment/ar/requests'],
  ['/#evacuation-section', '/ar#evacuation-section'],
  ['#evacuation-section', '#evacuation-section'],
])('gives the page %s in Arabic the URL %s', (page, address) => {
  expect(pathIn('ar', page)).toBe(address);
});

describe('a form-only language', () => {
  test.each([
    ['/en/contact?wording=ru', 'ru'],
    ['/ar/contact/?x=1&wording=ru#form', 'ru'],
    ['/en/contact', 'en'],
    ['/en/contact?wording=de', 'en'],
    ['/en/contact?wordings=ru', 'en'],
    ['/en/contact#?wording=ru', 'en'],
    // These pages do not exist in it.
    ['/en?wording=ru', 'en'],
    ['/ar/about?wording=ru', 'ar'],
    ['/contact?wording=ru', undefined],
  ])('is selected by the query of a page that exists in it: %s is in %s', (path, language) => {
    expect(documentLanguageOfPath(path)).toBe(language);
  });

  test.each([
    ['/contact', '/en/contact?wording=ru'],
    ['/contact#contact-form', '/en/contact?wording=ru#contact-form'],
    ['/', '/en/contact?wording=ru'],
    ['/about', '/en/about'],
    ['/treatment/oncology', '/treatment/en/oncology'],
    ['#form', '#form'],
  ])('gives the page %s the URL %s', (page, address) => {
    expect(pathIn('ru', page)).toBe(address);
  });

  test.each([
    ['/ar/services/evacuation', '/en/services/evacuation?wording=ru'],
    ['/ar/about?x=1', '/en/contact?wording=ru'],
    ['/ar?index', '/en/contact?wording=ru'],
    ['/nowhere', '/en/contact?wording=ru'],
  ])('when switched to, replaces %s with %s', (path, russian) => {
    expect(inLanguage(path, 'ru')).toBe(russian);
  });

  test.each([
    ['/en/contact?wording=ru', '/ar/contact'],
    ['/en/contact?wording=ru#form', '/ar/contact#form'],
    ['/en/contact?x=1&wording=ru&y=2', '/ar/contact?x=1&y=2'],
    ['/en/contact?x=1&wording=ru', '/ar/contact?x=1'],
  ])('when switched to Arabic, replaces %s with %s', (path, arabic) => {
    expect(inLanguage(path, 'ar')).toBe(arabic);
  });
});
