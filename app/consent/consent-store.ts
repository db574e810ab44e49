import { expiredAnalyticsCookies } from './analytics-cookies.ts';
import { consentChanged } from './consent-changed.ts';
import {
  consentCookie,
  consentEntry,
  consentIn,
  consentKey,
  consentLasts,
  noConsentCookie,
  readConsent,
  type Consent,
} from './consent.ts';

/** In the browser: the choice in the cookie and in local storage (spec, section 4). */

/**
 * The choice that holds here. What the cookie says outweighs local storage: the server may have changed it meanwhile.
 * Where a browser has dropped the cookie alone, it is written again for the time that is left.
 */
export function storedConsent(): Consent | undefined {
  const consent = consentIn(document.cookie);
  const kept = readConsent(inStorage((storage) => storage.getItem(consentKey)));
  if (consent) {
    if (kept && (kept.analytics !== consent.analytics || kept.marketing !== consent.marketing)) emptyStorage();
    return consent;
  }
  if (consentEntry(document.cookie) !== undefined || !kept) {
    forgetConsent();
    return undefined;
  }
  if (kept.until === undefined) keepConsent(kept);
  else document.cookie = consentCookie(kept, isSecure(), Math.ceil((kept.until - Date.now()) / 1000));
  return kept;
}

/** Keeps a choice: gives, denies or saves it (spec, section 4). */
export function keepConsent(consent: Consent): void {
  document.cookie = consentCookie(consent, isSecure());
  const until = Date.now() + consentLasts * 1000;
  inStorage((storage) => storage.setItem(consentKey, JSON.stringify({ ...consent, until })));
  tellOfChange(consent);
}

/** Resets the choice (spec, section 4): nothing of it is left. */
export function forgetConsent(): void {
  document.cookie = noConsentCookie(isSecure());
  emptyStorage();
  tellOfChange(undefined);
}

/** What counts visits stops before its cookies go, or it would write them again. */
function tellOfChange(consent: Consent | undefined): void {
  dispatchEvent(new Event(consentChanged));
  if (consent?.analytics) return;
  for (const cookie of expiredAnalyticsCookies(document.cookie, location.hostname)) document.cookie = cookie;
}

function emptyStorage(): void {
  inStorage((storage) => storage.removeItem(consentKey));
}

/** Storage may be forbidden; the cookie still carries the choice. */
function inStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}
