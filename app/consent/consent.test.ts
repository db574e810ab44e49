import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Consent,
  consentCookie,
  essentialConsent,
  expiredConsentCookie,
  fullConsent,
  parseConsentEntry,
  readConsentCookie,
  resetConsentCookie,
} from './consent.ts';

const encode = (entry: unknown) => encodeURIComponent(JSON.stringify(entry));
const anyConsent = fc.record({
  essential: fc.constant(true as const),
  analytics: fc.boolean(),
  marketing: fc.boolean(),
});

test('reads back its own cookie among other cookies', () => {
  const otherCookies = fc.array(fc.stringMatching(/^[a-z]{1,12}=[\w%"{}:,]{0,20}$/));
  fc.assert(
    fc.property(anyConsent, otherCookies, otherCookies, fc.boolean(), (consent, before, after, isSecure) => {
      const [own = ''] = consentCookie(consent, isSecure).split(';');
      expect(readConsentCookie([...before, own, ...after].join('; '))).toEqual(consent);
    }),
  );
});

test('never throws and returns only valid choices', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((text) => `cookieConsent=${text}`),
  );
  const entries = fc.json().map((text) => `cookieConsent=${encodeURIComponent(text)}`);
  fc.assert(
    fc.property(fc.oneof(texts, entries), (text) => {
      for (const found of [parseConsentEntry(text), readConsentCookie(text)]) {
        if (found) expect(found).toMatchObject({ essential: true, analytics: expect.any(Boolean) as boolean });
      }
    }),
    { numRuns: 500 },
  );
});

describe('rejects an entry that is not a valid choice:', () => {
  afterEach(() => {
    for (const name of ['analytics', 'marketing']) Reflect.deleteProperty(Object.prototype, name);
  });

  test.each([
    ['an empty entry', ''],
    ['invalid JSON', '{essential'],
    ['a broken encoding', '%E0%A4%A'],
    ['null', 'null'],
    ['a number', '1'],
    ['a string', encode('accept')],
    ['an array', encode([true, true, true])],
    ['an empty object', encode({})],
    ['numbers', encode({ essential: 1, analytics: 1, marketing: 1 })],
    ['strings', encode({ essential: 'true', analytics: 'true', marketing: 'true' })],
    ['essential denied', encode({ ...fullConsent, essential: false })],
    ['a missing property', encode({ essential: true, analytics: true })],
    ['an extra property', encode({ ...fullConsent, more: true })],
    ['a __proto__ property', '%7B%22__proto__%22%3A%7B%22analytics%22%3Atrue%7D%2C%22essential%22%3Atrue%7D'],
    ['a constructor property', encode({ ...fullConsent, constructor: {} })],
    ['an expired choice', encode({ ...fullConsent, until: 1 })],
    ['an entry that is too long', encode(fullConsent) + '%20'.repeat(200)],
  ])('%s', (_name, entry) => {
    expect(readConsentCookie(`a=b; cookieConsent=${entry}; c=d`)).toBeUndefined();
  });

  test('inherited properties', () => {
    Object.assign(Object.prototype, { analytics: true, marketing: true });
    expect(readConsentCookie(`cookieConsent=${encode({ essential: true })}`)).toBeUndefined();
  });

  test.each(['', ' '])('duplicates, even if equal (separated by a semicolon and %j)', (space) => {
    const entry = `cookieConsent=${encode(fullConsent)}`;
    expect(readConsentCookie(entry)).toEqual(fullConsent);
    expect(readConsentCookie(`${entry};${space}${entry}`)).toBeUndefined();
  });
});

test('ignores a cookie whose name only ends with the right name', () => {
  expect(readConsentCookie(`notcookieConsent=${encode(fullConsent)}`)).toBeUndefined();
  expect(readConsentCookie(`notcookieConsent=1; cookieConsent=${encode(essentialConsent)}`)).toEqual(essentialConsent);
  expect(readConsentCookie(null)).toBeUndefined();
});

test('a local storage entry is valid until it expires', () => {
  const entry = JSON.stringify({ ...fullConsent, until: 2000 });
  expect(parseConsentEntry(entry, 1999)).toEqual({ ...fullConsent, until: 2000 });
  expect(parseConsentEntry(entry, 2000)).toBeUndefined();
  expect(parseConsentEntry(JSON.stringify(fullConsent), 2000)).toEqual(fullConsent);
});

test('the cookie is valid for 180 days on the whole site and readable by scripts', () => {
  const consent: Consent & { until: number } = { ...fullConsent, until: 1 };
  expect(consentCookie(consent, true)).toBe(
    `cookieConsent=${encode(fullConsent)}; Path=/; Max-Age=15552000; SameSite=Lax; Secure`,
  );
  expect(consentCookie(essentialConsent, false)).not.toContain('Secure');
});

test('the reset cookie contains no choice, and the expired cookie is deleted immediately', () => {
  expect(readConsentCookie(resetConsentCookie(false).split(';')[0] ?? '')).toBeUndefined();
  expect(resetConsentCookie(true)).toContain('; Max-Age=15552000; SameSite=Lax; Secure');
  expect(expiredConsentCookie(false)).toBe('cookieConsent=; Path=/; Max-Age=0; SameSite=Lax');
});
