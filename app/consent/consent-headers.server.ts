import { expiredAnalyticsCookies } from './analytics-cookies.ts';
import { consentCookie, forgottenCookie, type Consent } from './consent.ts';

/**
 * `Set-Cookie` for what a visitor has chosen. Where analytics is not agreed to any more, the cookies of its tag go too.
 * @param origin the site's public one: on https the cookie is `Secure`
 */
export function consentHeaders(request: Request, choice: Consent | 'forgotten', origin: string): Headers {
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:';
  const headers = new Headers();
  headers.append('Set-Cookie', choice === 'forgotten' ? forgottenCookie(isSecure) : consentCookie(choice, isSecure));
  if (choice !== 'forgotten' && choice.analytics) return headers;
  for (const cookie of expiredAnalyticsCookies(request.headers.get('Cookie') ?? '', hostname)) {
    headers.append('Set-Cookie', cookie);
  }
  return headers;
}
