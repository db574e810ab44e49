import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Consent,
  consentCookie,
  consentIn,
  deletedConsentCookie,
  everything,
  onlyEssential,
  readConsent,
  resetConsentCookie,
} from './consent.ts';

const encoded = (entry: unknown) => encodeURIComponent(JSON.stringify(entry));
const anyConsent = fc.record({
  essential: fc.constant(true as const),
  analytics: fc.boolean(),
  marketing: fc.boolean(),
});

test('reads back its cookie among any other cookies', () => {
  const otherCookies = fc.array(fc.stringMatching(/^[a-z]{1,12}=[\w%"{}:,]{0,20}$/));
  fc.assert(
    fc.property(anyConsent, otherCookies, otherCookies, fc.boolean(), (consent, before, after, isSecure) => {
      const [own = ''] = consentCookie(consent, isSecure).split(';');
      expect(consentIn([...before, own, ...after].join('; '))).toEqual(consent);
    }),
  );
});

test('never throws, and returns only valid choices', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((text) => `cookieConsent=${text}`),
  );
  const entries = fc.json().map((text) => `cookieConsent=${encodeURIComponent(text)}`);
  fc.assert(
    fc.property(fc.oneof(texts, entries), (text) => {
      for (const found of [readConsent(text), consentIn(text)]) {
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
    ['nothing', ''],
    ['invalid JSON', '{essential'],
    ['a broken encoding', '%E0%A4%A'],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', encoded('accept')],
    ['a list', encoded([true, true, true])],
    ['an empty object', encoded({})],
    ['numbers', encoded({ essential: 1, analytics: 1, marketing: 1 })],
    ['texts', encoded({ essential: 'true', analytics: 'true', marketing: 'true' })],
    ['essential denied', encoded({ ...everything, essential: false })],
    ['a missing property', encoded({ essential: true, analytics: true })],
    ['an extra property', encoded({ ...everything, more: true })],
    ['names of the prototype', '%7B%22__proto__%22%3A%7B%22analytics%22%3Atrue%7D%2C%22essential%22%3Atrue%7D'],
    ['a constructor', encoded({ ...everything, constructor: {} })],
    ['an expired choice', encoded({ ...everything, until: 1 })],
    ['an entry that is too long', encoded(everything) + '%20'.repeat(200)],
  ])('%s', (_name, entry) => {
    expect(consentIn(`a=b; cookieConsent=${entry}; c=d`)).toBeUndefined();
  });

  test('inherited properties', () => {
    Object.assign(Object.prototype, { analytics: true, marketing: true });
    expect(consentIn(`cookieConsent=${encoded({ essential: true })}`)).toBeUndefined();
  });

  test.each(['', ' '])('duplicates, even if equal (%j after the semicolon)', (blank) => {
    const entry = `cookieConsent=${encoded(everything)}`;
    expect(consentIn(entry)).toEqual(everything);
    expect(consentIn(`${entry};${blank}${entry}`)).toBeUndefined();
  });
});

test('ignores cookies whose name has the same ending', () => {
  expect(consentIn(`notcookieConsent=${encoded(everything)}`)).toBeUndefined();
  expect(consentIn(`notcookieConsent=1; cookieConsent=${encoded(onlyEssential)}`)).toEqual(onlyEssential);
  expect(consentIn(null)).toBeUndefined();
});

test('an entry of local storage is valid until it expires', () => {
  const entry = JSON.stringify({ ...everything, until: 2000 });
  expect(readConsent(entry, 1999)).toEqual({ ...everything, until: 2000 });
  expect(readConsent(entry, 2000)).toBeUndefined();
  expect(readConsent(JSON.stringify(everything), 2000)).toEqual(everything);
});

test('the cookie is valid for 180 days on the whole site, and readable by scripts', () => {
  const consent: Consent & { until: number } = { ...everything, until: 1 };
  expect(consentCookie(consent, true)).toBe(
    `cookieConsent=${encoded(everything)}; Path=/; Max-Age=15552000; SameSite=Lax; Secure`,
  );
  expect(consentCookie(onlyEssential, false)).not.toContain('Secure');
});

test('the cookie after a reset is not a choice, and one with Max-Age=0 is deleted', () => {
  expect(consentIn(resetConsentCookie(false).split(';')[0] ?? '')).toBeUndefined();
  expect(resetConsentCookie(true)).toContain('; Max-Age=15552000; SameSite=Lax; Secure');
  expect(deletedConsentCookie(false)).toBe('cookieConsent=; Path=/; Max-Age=0; SameSite=Lax');
});
