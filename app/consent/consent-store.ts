import { expiredAnalyticsCookies } from './analytics-cookies.ts';
import {
  type Consent,
  consentCookie,
  consentEntry,
  consentIn,
  consentKey,
  consentLifetime,
  deletedConsentCookie,
  readConsent,
} from './consent.ts';
import { consentChanged } from './consent-changed.ts';

/** Browser side: stores the choice in the cookie and in local storage (spec, section 4). */

/**
 * The valid choice. The cookie takes precedence over local storage, because the server may have changed it. If the
 * browser has dropped only the cookie, it is restored for the remaining time.
 */
export function storedConsent(): Consent | undefined {
  const consent = consentIn(document.cookie);
  const stored = readConsent(withStorage((storage) => storage.getItem(consentKey)));
  if (consent) {
    if (stored && (stored.analytics !== consent.analytics || stored.marketing !== consent.marketing)) emptyStorage();
    return consent;
  }
  if (consentEntry(document.cookie) !== undefined || !stored) {
    resetConsent();
    return undefined;
  }
  if (stored.until === undefined) storeConsent(stored);
  else document.cookie = consentCookie(stored, isSecure(), Math.ceil((stored.until - Date.now()) / 1000));
  return stored;
}

/** Stores a choice: gives, denies or saves consent (spec, section 4). */
export function storeConsent(consent: Consent): void {
  document.cookie = consentCookie(consent, isSecure());
  const until = Date.now() + consentLifetime * 1000;
  withStorage((storage) => storage.setItem(consentKey, JSON.stringify({ ...consent, until })));
  notifyChange(consent);
}

/** Resets the choice (spec, section 4). */
export function resetConsent(): void {
  document.cookie = deletedConsentCookie(isSecure());
  emptyStorage();
  notifyChange(undefined);
}

/** Notifies analytics before deleting its cookies; otherwise it would set them again. */
function notifyChange(consent: Consent | undefined): void {
  dispatchEvent(new Event(consentChanged));
  if (consent?.analytics) return;
  for (const cookie of expiredAnalyticsCookies(document.cookie, location.hostname)) document.cookie = cookie;
}

function emptyStorage(): void {
  withStorage((storage) => storage.removeItem(consentKey));
}

/** Storage may be blocked; the cookie still carries the choice. */
function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}
