import type { Consent } from './consent.ts';

type Signal = 'granted' | 'denied';

/** Signals of Google's consent mode, version 2, for a choice (spec, section 4); without one all but security is denied. */
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

/** An address without what may be a visitor's own: query and fragment. */
export function plainAddress(address: string): string {
  return address.split(/[?#]/)[0] ?? '';
}

/** Which site a visitor came from; nothing of the page, which may be a receipt. */
export function originOfReferrer(referrer: string): string {
  return /^https?:\/\/[^/?#]+/.exec(referrer)?.[0] ?? '';
}
