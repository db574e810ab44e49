import { expiredAnalyticsCookies } from './analytics-cookies.ts';
import { type Consent, consentCookie, resetConsentCookie } from './consent.ts';

/**
 * Returns the `Set-Cookie` headers that store or reset a choice. Without consent to analytics, they also delete its
 * cookies.
 * @param origin the site's public origin; the cookie is `Secure` if it is https
 */
export function consentHeaders(request: Request, choice: Consent | 'reset', origin: string): Headers {
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:';
  const headers = new Headers();
  headers.append('Set-Cookie', choice === 'reset' ? resetConsentCookie(isSecure) : consentCookie(choice, isSecure));
  if (choice !== 'reset' && choice.analytics) return headers;
  for (const cookie of expiredAnalyticsCookies(request.headers.get('Cookie') ?? '', hostname)) {
    headers.append('Set-Cookie', cookie);
  }
  return headers;
}
