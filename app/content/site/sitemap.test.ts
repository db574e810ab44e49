import { type HTMLElement, parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { indexablePaths } from './site-pages.ts';
import { sitemap } from './sitemap.ts';

const origin = 'https://www.example.com';
const xml = sitemap(origin);
const entries = parse(xml).querySelectorAll('url');
const addressOf = (entry: HTMLElement) => entry.querySelector('loc')?.textContent ?? '';
const alternatesOf = (entry: HTMLElement) =>
  entry
    .getElementsByTagName('xhtml:link')
    .map((link) => [link.getAttribute('rel'), link.getAttribute('hreflang'), link.getAttribute('href')]);

test('the sitemap is XML in the sitemap format', () => {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
  expect(xml).toContain('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"');
  expect(xml).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  // An unescaped ampersand would make the whole sitemap invalid.
  expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
});

test('the sitemap contains every page once in every language', () => {
  const expected = indexablePaths.flatMap((page) => languageCodes.map((language) => origin + pathIn(language, page)));
  expect(entries.map(addressOf).sort()).toEqual(expected.sort());
  expect(new Set(expected).size).toBe(expected.length);
});

test.each([
  ['/about', '/ar/about', '/en/about', undefined],
  ['/treatment/oncology', '/treatment/ar/oncology', '/treatment/en/oncology', undefined],
  ['/contact', '/ar/contact', '/en/contact', '/en/contact?wording=ru'],
])('%s lists the same alternates in both languages, including itself', (_page, arabic, english, russian) => {
  const pageEntries = entries.filter((entry) => [origin + arabic, origin + english].includes(addressOf(entry)));
  expect(pageEntries).toHaveLength(2);
  for (const entry of pageEntries) {
    expect(alternatesOf(entry)).toEqual([
      ['alternate', 'ar', origin + arabic],
      ['alternate', 'en', origin + english],
      ...(russian === undefined ? [] : [['alternate', 'ru', origin + russian]]),
      ['alternate', 'x-default', origin + arabic],
    ]);
  }
});
