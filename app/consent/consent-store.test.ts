import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { consentCookie, essentialConsent, fullConsent } from './consent.ts';
import { consentChanged } from './consent-changed.ts';
import { loadStoredConsent, resetConsent, storeConsent } from './consent-store.ts';

const day = 24 * 60 * 60 * 1000;
const cookies = new Map<string, string>();
let written: string[];
let storage: Storage;
const onChange = vi.fn<(type: string, cookies: string) => boolean>();

beforeEach(() => {
  cookies.clear();
  written = [];
  onChange.mockClear();
  storage = openWebStorage();
  const fakeDocument = {
    get cookie() {
      return Array.from(cookies, (pair) => pair.join('=')).join('; ');
    },
    set cookie(cookie: string) {
      written.push(cookie);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (cookie.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
  vi.stubGlobal('document', fakeDocument);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'www.site.example' });
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => onChange(type, fakeDocument.cookie));
});
afterEach(() => vi.unstubAllGlobals());

const setConsentCookie = (cookie: string) => cookies.set('cookieConsent', /=([^;]*)/.exec(cookie)?.[1] ?? '');
const storageEntry = () => JSON.parse(storage.getItem('cookieConsent') ?? 'null') as Record<string, unknown> | null;

test('stores a choice in the cookie and in local storage', () => {
  expect(loadStoredConsent()).toBeUndefined();
  storeConsent(fullConsent);
  expect(loadStoredConsent()).toEqual(fullConsent);
  expect(written).toContain(consentCookie(fullConsent, true));
  expect(storageEntry()).toMatchObject(fullConsent);
});

test('restores a deleted cookie with the remaining lifetime', () => {
  storage.setItem('cookieConsent', JSON.stringify({ ...essentialConsent, until: Date.now() + day }));
  expect(loadStoredConsent()).toMatchObject(essentialConsent);
  expect(written).toHaveLength(1);
  expect(Number(/Max-Age=(\d+)/.exec(written[0] ?? '')?.[1])).toBeLessThanOrEqual(day / 1000);

  cookies.clear();
  storage.setItem('cookieConsent', JSON.stringify({ ...essentialConsent, until: Date.now() - 1 }));
  expect(loadStoredConsent()).toBeUndefined();
});

test('an entry without expiry expires 180 days from now', () => {
  storage.setItem('cookieConsent', JSON.stringify(essentialConsent));
  expect(loadStoredConsent()).toMatchObject(essentialConsent);
  expect(storageEntry()?.until).toBeGreaterThan(Date.now() + 179 * day);
});

test('the cookie takes precedence over local storage, even if denied, reset or malformed', () => {
  storeConsent(fullConsent);
  setConsentCookie(consentCookie(essentialConsent, true));
  expect(loadStoredConsent()).toEqual(essentialConsent);
  cookies.clear();
  expect(loadStoredConsent(), 'the withdrawn consent is not restored').toBeUndefined();

  for (const entry of ['forgotten', '%E0%A4%A']) {
    storeConsent(fullConsent);
    cookies.set('cookieConsent', entry);
    expect(loadStoredConsent()).toBeUndefined();
    expect([storageEntry(), cookies.size]).toEqual([null, 0]);
  }
});

test('reset deletes the cookie and the local storage entry', () => {
  storeConsent(fullConsent);
  resetConsent();
  expect([storageEntry(), cookies.size, loadStoredConsent()]).toEqual([null, 0, undefined]);
});

test('withdrawing consent to analytics notifies the tag, then deletes its cookies', () => {
  const withdrawals = [() => storeConsent(essentialConsent), () => resetConsent()];
  for (const withdraw of withdrawals) {
    cookies.set('_ga', 'GA1.1').set('_ga_ABC', 'GS1').set('language', 'ar');
    storeConsent(fullConsent);
    expect(cookies.has('_ga')).toBe(true);
    onChange.mockClear();
    withdraw();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(consentChanged, expect.stringContaining('_ga=GA1.1'));
    expect([...cookies.keys()].filter((name) => name !== 'cookieConsent')).toEqual(['language']);
    expect(written).toContain('_ga=; Path=/; Max-Age=0; Domain=site.example');
  }
});

test('works when local storage is blocked', () => {
  const throwBlocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: throwBlocked, setItem: throwBlocked, removeItem: throwBlocked });
  storeConsent(essentialConsent);
  expect(loadStoredConsent()).toEqual(essentialConsent);
  resetConsent();
  expect(loadStoredConsent()).toBeUndefined();
});
