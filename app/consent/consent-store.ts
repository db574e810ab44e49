import { expiredAnalyticsCookies } from './analytics-cookies.ts';
import {
  type Consent,
  consentCookie,
  consentKey,
  consentLifetime,
  expiredConsentCookie,
  findConsentEntry,
  parseConsentEntry,
  readConsentCookie,
} from './consent.ts';
import { consentChanged } from './consent-changed.ts';

// The browser side: stores the choice in the cookie and in local storage (spec, section 4).

/**
 * Returns the stored choice if it is valid. The cookie takes precedence over local storage, because the server may have
 * changed it. If the browser deleted only the cookie, restores it for the remaining lifetime.
 */
export function loadStoredConsent(): Consent | undefined {
  const consent = readConsentCookie(document.cookie);
  const stored = parseConsentEntry(withStorage((storage) => storage.getItem(consentKey)));
  if (consent) {
    const isOutdated = stored && (stored.analytics !== consent.analytics || stored.marketing !== consent.marketing);
    if (isOutdated) removeStorageEntry();
    return consent;
  }
  if (findConsentEntry(document.cookie) !== undefined || !stored) {
    resetConsent();
    return undefined;
  }
  if (stored.until === undefined) storeConsent(stored);
  else document.cookie = consentCookie(stored, isSecure(), Math.ceil((stored.until - Date.now()) / 1000));
  return stored;
}

/** Stores a choice for {@link consentLifetime} and notifies analytics (spec, section 4). */
export function storeConsent(consent: Consent): void {
  document.cookie = consentCookie(consent, isSecure());
  const until = Date.now() + consentLifetime * 1000;
  withStorage((storage) => storage.setItem(consentKey, JSON.stringify({ ...consent, until })));
  notifyChange(consent);
}

/** Deletes the stored choice and notifies analytics (spec, section 4). */
export function resetConsent(): void {
  document.cookie = expiredConsentCookie(isSecure());
  removeStorageEntry();
  notifyChange(undefined);
}

/** Notifies analytics before deleting its cookies; otherwise the tag would set them again. */
function notifyChange(consent: Consent | undefined): void {
  dispatchEvent(new Event(consentChanged));
  if (consent?.analytics) return;
  for (const cookie of expiredAnalyticsCookies(document.cookie, location.hostname)) document.cookie = cookie;
}

function removeStorageEntry(): void {
  withStorage((storage) => storage.removeItem(consentKey));
}

/** Returns undefined if local storage is blocked; the cookie still contains the choice. */
function withStorage<Result>(access: (storage: Storage) => Result): Result | undefined {
  try {
    return access(localStorage);
  } catch {
    return undefined;
  }
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}
