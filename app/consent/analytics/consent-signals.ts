import type { Consent } from '../consent.ts';

type Signal = 'granted' | 'denied';

/**
 * Returns the Google Consent Mode v2 signals for a choice (spec, section 4). Without a choice, everything but security
 * storage is denied.
 */
export function consentSignals(consent: Consent | undefined) {
  const toSignal = (isGranted: boolean | undefined): Signal => (isGranted ? 'granted' : 'denied');
  const marketing = toSignal(consent?.marketing);
  return {
    security_storage: 'granted' as Signal,
    functionality_storage: toSignal(consent?.essential),
    analytics_storage: toSignal(consent?.analytics),
    personalization_storage: marketing,
    ad_storage: marketing,
    ad_user_data: marketing,
    ad_personalization: marketing,
  };
}

/** Removes the query and the fragment of a URL, which may contain personal data. */
export function urlWithoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

/** Returns a referrer's origin, without the path, which may be a receipt's; `''` unless it is http(s). */
export function originOfReferrer(referrer: string): string {
  return /^https?:\/\/[^/?#]+/.exec(referrer)?.[0] ?? '';
}
