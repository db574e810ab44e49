import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Consent,
  consentCookie,
  consentIn,
  everything,
  expiredConsentCookie,
  onlyEssential,
  parseConsentEntry,
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
      expect(consentIn([...before, own, ...after].join('; '))).toEqual(consent);
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
      for (const found of [parseConsentEntry(text), consentIn(text)]) {
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
    ['essential denied', encode({ ...everything, essential: false })],
    ['a missing property', encode({ essential: true, analytics: true })],
    ['an extra property', encode({ ...everything, more: true })],
    ['a __proto__ property', '%7B%22__proto__%22%3A%7B%22analytics%22%3Atrue%7D%2C%22essential%22%3Atrue%7D'],
    ['a constructor property', encode({ ...everything, constructor: {} })],
    ['an expired choice', encode({ ...everything, until: 1 })],
    ['an entry that is too long', encode(everything) + '%20'.repeat(200)],
  ])('%s', (_name, entry) => {
    expect(consentIn(`a=b; cookieConsent=${entry}; c=d`)).toBeUndefined();
  });

  test('inherited properties', () => {
    Object.assign(Object.prototype, { analytics: true, marketing: true });
    expect(consentIn(`cookieConsent=${encode({ essential: true })}`)).toBeUndefined();
  });

  test.each(['', ' '])('duplicates, even if equal (separated by a semicolon and %j)', (space) => {
    const entry = `cookieConsent=${encode(everything)}`;
    expect(consentIn(entry)).toEqual(everything);
    expect(consentIn(`${entry};${space}${entry}`)).toBeUndefined();
  });
});

test('ignores a cookie whose name only ends with the right name', () => {
  expect(consentIn(`notcookieConsent=${encode(everything)}`)).toBeUndefined();
  expect(consentIn(`notcookieConsent=1; cookieConsent=${encode(onlyEssential)}`)).toEqual(onlyEssential);
  expect(consentIn(null)).toBeUndefined();
});

test('a local storage entry is valid until it expires', () => {
  const entry = JSON.stringify({ ...everything, until: 2000 });
  expect(parseConsentEntry(entry, 1999)).toEqual({ ...everything, until: 2000 });
  expect(parseConsentEntry(entry, 2000)).toBeUndefined();
  expect(parseConsentEntry(JSON.stringify(everything), 2000)).toEqual(everything);
});

test('the cookie is valid for 180 days on the whole site and readable by scripts', () => {
  const consent: Consent & { until: number } = { ...everything, until: 1 };
  expect(consentCookie(consent, true)).toBe(
    `cookieConsent=${encode(everything)}; Path=/; Max-Age=15552000; SameSite=Lax; Secure`,
  );
  expect(consentCookie(onlyEssential, false)).not.toContain('Secure');
});

test('the reset cookie carries no choice, and the expired cookie is deleted at once', () => {
  expect(consentIn(resetConsentCookie(false).split(';')[0] ?? '')).toBeUndefined();
  expect(resetConsentCookie(true)).toContain('; Max-Age=15552000; SameSite=Lax; Secure');
  expect(expiredConsentCookie(false)).toBe('cookieConsent=; Path=/; Max-Age=0; SameSite=Lax');
});
