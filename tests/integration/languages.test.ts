import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers });

describe('the root', () => {
  test.each([
    ['without a choice', {}, '/ar'],
    ['after English was chosen', { Cookie: 'language=en' }, '/en'],
    ['after Arabic was chosen', { Cookie: 'a=b; language=ar' }, '/ar'],
    ['with an unsupported language', { Cookie: 'language=xx' }, '/ar'],
  ])('redirects to the home page %s', async (_case, headers, path) => {
    const response = await get('/', headers);
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe(site.url + path);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('every page', () => {
  test.each([
    ['/ar', 'ar', 'rtl'],
    ['/en', 'en', 'ltr'],
    ['/ar/services/evacuation', 'ar', 'rtl'],
    ['/en/services/evacuation', 'en', 'ltr'],
  ])('%s is in the language of its address', async (path, lang, dir) => {
    const page = await readPage(await get(path));
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const html = page.document.querySelector('html');
    expect([html?.getAttribute('lang'), html?.getAttribute('dir')]).toEqual([lang, dir]);
    expect(page.document.querySelectorAll('h1')).toHaveLength(1);
    const languageSwitch = page.document.querySelector('[data-switch-language]');
    expect(languageSwitch?.getAttribute('href') ?? languageSwitch?.getAttribute('formaction')).toBe(
      path.replace(`/${lang}`, lang === 'ar' ? '/en' : '/ar'),
    );
  });
});

describe('an address that is not a page', () => {
  test.each([
    ['/xx', 'ar', 'الصفحة غير موجودة'],
    ['/xx/services/evacuation', 'ar', 'الصفحة غير موجودة'],
    ['/ar/nothing/here', 'ar', 'الصفحة غير موجودة'],
    ['/en/nothing/here', 'en', 'Page not found'],
    ['/en/requests/AAAAAAAAAAAAAAAAAAAAAA', 'en', 'Page not found'],
  ])('%s gets 404 and an error page in its language', async (path, lang, heading) => {
    const page = await readPage(await get(path));
    expect(page.status).toBe(404);
    expect(page.document.querySelector('html')?.getAttribute('lang')).toBe(lang);
    expect(page.heading).toBe(heading);
    expect(page.text).toContain('+49 30 23125 010');
  });

  test('gets an error page in the language chosen earlier if the address has none', async () => {
    const page = await readPage(await get('/xx', { Cookie: 'language=en' }));
    expect(page.heading).toBe('Page not found');
  });
});
