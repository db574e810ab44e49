import { expect, test } from 'vitest';
import { expiredAnalyticsCookies } from './analytics-cookies.ts';

const expiredNames = (cookies: string) =>
  expiredAnalyticsCookies(cookies, 'localhost').map((cookie) => cookie.split('=')[0]);

test('deletes only the cookies of the analytics tag', () => {
  const tagCookies = ['_ga', '_ga_ABC123', '_gid', '_gat', '_gat_gtag_UA_1', '_gcl_au'];
  const otherCookies = ['language', 'cookieConsent', 'sent', '_gaz', 'x_ga', '_g', 'a_gid'];
  expect(expiredNames([...otherCookies, ...tagCookies].map((name) => `${name}=_ga=1`).join('; '))).toEqual(tagCookies);
  expect(expiredNames('')).toEqual([]);
});

test('deletes a cookie for the host and every parent domain', () => {
  expect(expiredAnalyticsCookies('_ga=GA1.1.2', 'www.site.example.com')).toEqual([
    '_ga=; Path=/; Max-Age=0',
    '_ga=; Path=/; Max-Age=0; Domain=www.site.example.com',
    '_ga=; Path=/; Max-Age=0; Domain=site.example.com',
    '_ga=; Path=/; Max-Age=0; Domain=example.com',
  ]);
});
