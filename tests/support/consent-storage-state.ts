import { consentCookie, essentialConsent } from '../../app/consent/consent.ts';

/** Returns Playwright's storage state for a visitor who has accepted only essential cookies. */
export function consentStorageState(siteUrl: string) {
  const [name = '', value = ''] = (consentCookie(essentialConsent, false).split(';')[0] ?? '').split('=');
  const cookie = { name, value, domain: new URL(siteUrl).hostname, path: '/', expires: -1 };
  return { cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }], origins: [] };
}
