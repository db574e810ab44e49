import { expect, test } from 'vitest';
import { languageOfRequest, preferredLanguage } from './language-choice.server.ts';

function request(path: string, cookie?: string): Request {
  return new Request(`https://site.example${path}`, { headers: cookie === undefined ? {} : { Cookie: cookie } });
}

test.each([
  [undefined, 'ar'],
  ['', 'ar'],
  ['language=en', 'en'],
  ['language=ar', 'ar'],
  ['sent=1; language=en', 'en'],
  ['sent=1;language=en;cookieConsent=%7B%7D', 'en'],
  ['language=en-US; language=en', 'en'],
  ['language=de', 'ar'],
  ['language=english', 'ar'],
  ['language=EN', 'ar'],
  ['old_language=en', 'ar'],
  ['x=language=en', 'ar'],
])('the cookie %j selects %s', (cookie, language) => {
  expect(preferredLanguage(request('/', cookie))).toBe(language);
});

test.each([
  ['/en/about', 'language=ar', 'en'],
  ['/ar', 'language=en', 'ar'],
  ['/', 'language=en', 'en'],
  ['/nowhere', 'language=en', 'en'],
  ['/nowhere', undefined, 'ar'],
  ['/deeplink?searchId=a&urlId=1&locale=en', 'language=ar', 'en'],
  ['/deeplink?searchId=a&urlId=1&locale=ar', 'language=en', 'ar'],
  ['/deeplink?searchId=a&urlId=1', 'language=en', 'en'],
  ['/deeplink?searchId=a&urlId=1&locale=de', 'language=en', 'en'],
  ['/nowhere?locale=en', 'language=ar', 'ar'],
])('given %s and the cookie %j, responds in %s: the URL takes precedence over the cookie', (path, cookie, language) => {
  expect(languageOfRequest(request(path, cookie))).toBe(language);
});
