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

const isSecure = () => location.protocol === 'https:';

/**
 * The choice that holds here. What the cookie says outweighs local storage: the server may have changed it meanwhile.
 * Where a browser has dropped the cookie alone, it is written again for the time that is left.
 */
export function storedConsent(): Consent | undefined {
  const consent = consentIn(document.cookie);
  const kept = entryInStorage();
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
export function keepConsent({ essential, analytics, marketing }: Consent): void {
  document.cookie = consentCookie({ essential, analytics, marketing }, isSecure());
  try {
    const until = Date.now() + consentLasts * 1000;
    localStorage.setItem(consentKey, JSON.stringify({ essential, analytics, marketing, until }));
  } catch {
    // Storage may be forbidden; the cookie still carries the choice.
  }
  tellOfChange();
  if (!analytics) forgetAnalytics();
}

/** Resets the choice (spec, section 4): nothing of it is left. */
export function forgetConsent(): void {
  document.cookie = noConsentCookie(isSecure());
  emptyStorage();
  tellOfChange();
  forgetAnalytics();
}

/** What counts visits stops before its cookies go, or it would write them again. */
function tellOfChange(): void {
  dispatchEvent(new Event(consentChanged));
}

function forgetAnalytics(): void {
  for (const cookie of expiredAnalyticsCookies(document.cookie, location.hostname)) document.cookie = cookie;
}

function entryInStorage() {
  try {
    return readConsent(localStorage.getItem(consentKey));
  } catch {
    return undefined;
  }
}

function emptyStorage(): void {
  try {
    localStorage.removeItem(consentKey);
  } catch {
    // Forbidden storage is empty.
  }
}
