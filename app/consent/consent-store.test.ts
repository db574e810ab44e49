import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStorage } from '#tests/support/browser-storage.ts';
import { consentCookie, everything, onlyEssential } from './consent.ts';
import { consentChanged } from './consent-changed.ts';
import { resetConsent, storeConsent, storedConsent } from './consent-store.ts';

const day = 24 * 60 * 60 * 1000;
const cookies = new Map<string, string>();
let written: string[];
let storage: Storage;
const changes = vi.fn<(type: string, cookies: string) => boolean>();

beforeEach(() => {
  cookies.clear();
  written = [];
  changes.mockClear();
  storage = openStorage();
  const page = {
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
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'www.site.example' });
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => changes(type, page.cookie));
});
afterEach(() => vi.unstubAllGlobals());

const put = (cookie: string) => cookies.set('cookieConsent', /=([^;]*)/.exec(cookie)?.[1] ?? '');
const inStorage = () => JSON.parse(storage.getItem('cookieConsent') ?? 'null') as Record<string, unknown> | null;

test('stores a choice in the cookie and in local storage', () => {
  expect(storedConsent()).toBeUndefined();
  storeConsent(everything);
  expect(storedConsent()).toEqual(everything);
  expect(written).toContain(consentCookie(everything, true));
  expect(inStorage()).toMatchObject(everything);
});

test('restores a dropped cookie for the remaining time', () => {
  storage.setItem('cookieConsent', JSON.stringify({ ...onlyEssential, until: Date.now() + day }));
  expect(storedConsent()).toMatchObject(onlyEssential);
  expect(written).toHaveLength(1);
  expect(Number(/Max-Age=(\d+)/.exec(written[0] ?? '')?.[1])).toBeLessThanOrEqual(day / 1000);

  cookies.clear();
  storage.setItem('cookieConsent', JSON.stringify({ ...onlyEssential, until: Date.now() - 1 }));
  expect(storedConsent()).toBeUndefined();
});

test('an entry without expiry is valid from now on', () => {
  storage.setItem('cookieConsent', JSON.stringify(onlyEssential));
  expect(storedConsent()).toMatchObject(onlyEssential);
  expect(inStorage()?.until).toBeGreaterThan(Date.now() + 179 * day);
});

test('the cookie takes precedence over local storage: denied, reset or malformed', () => {
  storeConsent(everything);
  put(consentCookie(onlyEssential, true));
  expect(storedConsent()).toEqual(onlyEssential);
  cookies.clear();
  expect(storedConsent(), 'the old yes does not come back').toBeUndefined();

  for (const entry of ['forgotten', '%E0%A4%A']) {
    storeConsent(everything);
    cookies.set('cookieConsent', entry);
    expect(storedConsent()).toBeUndefined();
    expect([inStorage(), cookies.size]).toEqual([null, 0]);
  }
});

test('reset deletes everything', () => {
  storeConsent(everything);
  resetConsent();
  expect([inStorage(), cookies.size, storedConsent()]).toEqual([null, 0, undefined]);
});

test('withdrawing analytics notifies the tag, then deletes its cookies', () => {
  const withdrawals = [() => storeConsent(onlyEssential), () => resetConsent()];
  for (const withdraw of withdrawals) {
    cookies.set('_ga', 'GA1.1').set('_ga_ABC', 'GS1').set('language', 'ar');
    storeConsent(everything);
    expect(cookies.has('_ga')).toBe(true);
    changes.mockClear();
    withdraw();
    expect(changes).toHaveBeenCalledExactlyOnceWith(consentChanged, expect.stringContaining('_ga=GA1.1'));
    expect([...cookies.keys()].filter((name) => name !== 'cookieConsent')).toEqual(['language']);
    expect(written).toContain('_ga=; Path=/; Max-Age=0; Domain=site.example');
  }
});

test('works without local storage', () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  storeConsent(onlyEssential);
  expect(storedConsent()).toEqual(onlyEssential);
  resetConsent();
  expect(storedConsent()).toBeUndefined();
});
