import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { languageCodes, languages, pathIn } from '#app/i18n/languages.ts';
import { plainPage, plainPagePolicy } from './plain-page.server.ts';

const company = { name: 'Ufuq & <Söhne>', phone: '+49 30 23125 010', whatsapp: '+49 30 23125 011' };

describe.each(languageCodes)('in %s', (language) => {
  test.each([400, 403, 404, 405, 408, 410, 411, 413, 414, 421, 429, 431, 500, 502, 503])(
    'the page for status %i explains the error and links to phone, chat, home and imprint',
    (status) => {
      const document = parse(plainPage({ status, language, company, retryAfter: 150 }));
      const html = document.querySelector('html');
      expect([html?.getAttribute('lang'), html?.getAttribute('dir')]).toEqual([language, languages[language].dir]);
      expect(document.querySelector('title')?.textContent).toContain(document.querySelector('h1')?.textContent ?? '-');
      expect(document.querySelector('main > p')?.textContent.length).toBeGreaterThan(40);
      const links = document.querySelectorAll('a').map((link) => link.getAttribute('href'));
      expect(links).toEqual([
        'tel:+493023125010',
        'https://wa.me/493023125011',
        pathIn(language, '/'),
        pathIn(language, '/imprint'),
      ]);
      expect(document.toString()).not.toContain('{{');
      expect(document.toString()).not.toContain('<Söhne>');
    },
  );

  test('only server errors show a request id', () => {
    const page = (status: number) => plainPage({ status, language, company, requestId: 'ABCDEF0123' });
    expect(page(500)).toContain('ABCDEF0123');
    expect(page(503)).toContain('ABCDEF0123');
    expect(page(404)).not.toContain('ABCDEF0123');
  });
});

test('tells the visitor how many minutes to wait', () => {
  expect(plainPage({ status: 429, language: 'en', company, retryAfter: 61 })).toContain('in 2 min');
});

test('the page contains the given form unless the host is not ours', () => {
  const form = '<form method="post" action="/en/call-back"></form>';
  const page = (status: number) => plainPage({ status, language: 'en', company, form });
  expect(page(503)).toContain(form);
  expect(page(421)).not.toContain('<form');
});

test('the policy allows only the inline style', () => {
  const style = parse(plainPage({ status: 500, language: 'ar', company })).querySelector('style')?.textContent ?? '';
  expect(plainPagePolicy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(plainPagePolicy).toContain("default-src 'none'");
});
