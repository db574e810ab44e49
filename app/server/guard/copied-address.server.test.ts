import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexablePaths } from '#app/content/site/site-pages.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { copiedAddress } from './copied-address.server.ts';

const pages = [
  ...languageCodes.flatMap((language) => indexablePaths.map((path) => pathIn(language, path))),
  '/ar/requests/AAAAAAAAAAAAAAAAAAAA-_',
  '/en/open/AAAAAAAAAAAAAAAAAAAA_-',
  '/desk/requests/W3FRG49H',
];
const page = fc.constantFrom(...pages);
const query = fc.constantFrom('', '?wording=ru', '?a=1.&b=//x');
const marks = fc.constantFrom(
  ...[
    '.',
    ',',
    ';',
    ':',
    '!',
    '?',
    ')',
    ']',
    '>',
    '"',
    "'",
    '»',
    '”',
    '…',
    '،',
    '؛',
    '؟',
    '。',
    '*',
    '\\',
    ' ',
    ').',
    '\n',
    '👍',
  ],
);
const invisible = fc.constantFrom(
  '\u200B',
  '\u200C',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202C',
  '\u2066',
  '\u2069',
  '\uFEFF',
  '\u00AD',
);

test('an address of a page with a trailing mark leads to the page', () => {
  fc.assert(
    fc.property(page, marks, query, (path, mark, parameters) => {
      expect(copiedAddress(path + encodeURIComponent(mark) + parameters)).toBe(path + parameters);
    }),
  );
});

test('an address with an invisible character anywhere leads to the page', () => {
  fc.assert(
    fc.property(page, invisible, fc.nat(40), query, (path, character, position, parameters) => {
      const typed = path.slice(0, position) + encodeURIComponent(character) + path.slice(position) + parameters;
      expect(copiedAddress(typed)).toBe(typed.startsWith('/') ? path + parameters : undefined);
    }),
  );
});

test('an address with a doubled slash leads to the page', () => {
  fc.assert(
    fc.property(page, fc.nat(5), fc.integer({ min: 2, max: 9 }), (path, position, count) => {
      const segments = path.split('/');
      const index = 1 + (position % (segments.length - 1));
      const doubled = `${segments.slice(0, index).join('/')}${'/'.repeat(count)}${segments.slice(index).join('/')}`;
      expect(copiedAddress(doubled)).toBe(path);
    }),
  );
});

/** Every spelling of a slash and a backslash, literal, encoded once and twice, and characters that look like one. */
const slashes = [
  ...['/', '\\', '%2f', '%2F', '%5c', '%5C', '%252f', '%255c', '%25252F'],
  ...['\u2044', '\u2215', '\u29F8', '\uFF0F', '\uFF3C', '\u29F5', '\u2216'].map(encodeURIComponent),
];
const others = [
  '.',
  '..',
  '%2e',
  '%09',
  '%0a',
  '%0d',
  '%20',
  '%00',
  '@',
  ':',
  '?',
  '#',
  '%3f',
  '%23',
  '%40',
  'https:',
  'ar',
  'en',
  'desk',
  'treatment',
  'evil.example',
  '\u200F',
  '»',
];

test('no spelling of slashes and backslashes leads to another host', () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...slashes) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...others.map((text) => (/^[\x21-\x7e]+$/.test(text) ? text : encodeURIComponent(text))),
      ),
    },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const address = copiedAddress(`/${pieces.join('')}`);
      if (address === undefined) return;
      for (const base of ['https://site.example', 'https://site.example/ar/x/y?z']) {
        const url = new URL(address, base);
        expect(url.origin, address).toBe('https://site.example');
        // What it says is what a browser requests.
        expect(url.pathname, address).toBe(address.replace(/[?#].*/, ''));
      }
      expect(address).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ...pages,
  '/',
  '/ar/',
  '/en/search/flights?origin=RUH.',
  '/ar/%D8%B9%D8%B1%D8%A8%D9%8A',
  '/en/contact/..',
  '/ar/..',
  '/ar/%2e',
  '/en/contact!!!!!',
  '/en/about%E0%A4%A',
  '/en/about%00',
  '/evil.example//',
  '//evil.example',
  '/%2f%2fevil.example.',
  '/\\evil.example',
  '/en\\contact',
  '/favicon.svg~',
  '/assets//x.js',
  'https://evil.example/en/contact.',
  '*',
  '',
])('%s is left alone', (address) => {
  expect(copiedAddress(address)).toBeUndefined();
});
