import { expect, test } from 'vitest';
import { expiredAnalyticsCookies } from './analytics-cookies.ts';

const namesIn = (cookies: string) =>
  expiredAnalyticsCookies(cookies, 'localhost').map((cookie) => cookie.split('=')[0]);

test('deletes only cookies of the tag', () => {
  const own = ['_ga', '_ga_ABC123', '_gid', '_gat', '_gat_gtag_UA_1', '_gcl_au'];
  const others = ['language', 'cookieConsent', 'sent', '_gaz', 'x_ga', '_g', 'a_gid'];
  expect(namesIn([...others, ...own].map((name) => `${name}=_ga=1`).join('; '))).toEqual(own);
  expect(namesIn('')).toEqual([]);
});

test('deletes them for the host and every parent domain', () => {
  expect(expiredAnalyticsCookies('_ga=GA1.1.2', 'www.site.example.com')).toEqual([
    '_ga=; Path=/; Max-Age=0',
    '_ga=; Path=/; Max-Age=0; Domain=www.site.example.com',
    '_ga=; Path=/; Max-Age=0; Domain=site.example.com',
    '_ga=; Path=/; Max-Age=0; Domain=example.com',
  ]);
});
