import { consentCookie, onlyEssential } from '../../app/consent/consent.ts';

/** The state of a browser, as Playwright takes it, whose visitor has said no to the question about cookies. */
export function chosenCookies(siteUrl: string) {
  const [name = '', value = ''] = (consentCookie(onlyEssential, false).split(';')[0] ?? '').split('=');
  const cookie = { name, value, domain: new URL(siteUrl).hostname, path: '/', expires: -1 };
  return { cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }], origins: [] };
}
