import type { Consent } from '../consent.ts';

type Signal = 'granted' | 'denied';

/**
 * Signals of Google Consent Mode v2 for a choice (spec, section 4); without one, everything but security storage is
 * denied.
 */
export function consentSignals(consent: Consent | undefined) {
  const follows = (isGranted: boolean | undefined): Signal => (isGranted ? 'granted' : 'denied');
  const marketing = follows(consent?.marketing);
  return {
    security_storage: 'granted' as Signal,
    functionality_storage: follows(consent?.essential),
    analytics_storage: follows(consent?.analytics),
    personalization_storage: marketing,
    ad_storage: marketing,
    ad_user_data: marketing,
    ad_personalization: marketing,
  };
}

/** A URL without query and fragment, which may contain personal data. */
export function urlWithoutQuery(address: string): string {
  return address.split(/[?#]/)[0] ?? '';
}

/** The referrer's origin, without its path, which may be a receipt's; empty if it is not http(s). */
export function originOfReferrer(referrer: string): string {
  return /^https?:\/\/[^/?#]+/.exec(referrer)?.[0] ?? '';
}
