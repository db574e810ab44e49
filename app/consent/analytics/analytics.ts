import { type Consent, readConsentCookie } from '../consent.ts';
import { consentChanged } from '../consent-changed.ts';
import { consentSignals, originOfReferrer, urlWithoutQuery } from './consent-signals.ts';

// Loads the analytics tag on public pages. The consent script requests this file only after a visitor has agreed to
// analytics.

const tagId = document.querySelector<HTMLMetaElement>('meta[name=analytics]')?.content;
if (tagId) startAnalytics(tagId);

function startAnalytics(tagId: string): void {
  const analyticsWindow = window as Window & { dataLayer?: unknown[] };
  const dataLayer = (analyticsWindow.dataLayer ??= []);
  const { pathname } = location;
  let isLoaded = false;

  // The tag accepts only an `arguments` object.
  function gtag(..._args: unknown[]): void {
    // eslint-disable-next-line prefer-rest-params -- see above
    dataLayer.push(arguments);
  }

  // The tag checks this property before it sends anything. Client-side navigation disables it too, because it may lead
  // to a search, whose URL is private.
  Object.defineProperty(analyticsWindow, `ga-disable-${tagId}`, {
    // Consent may have been withdrawn in another tab.
    get: () => !readConsentCookie(document.cookie)?.analytics || location.pathname !== pathname,
  });

  const applyConsent = (consent: Consent | undefined) => {
    const isAllowed = consent?.analytics ?? false;
    if (!isLoaded && !isAllowed) return;
    if (!isLoaded) gtag('consent', 'default', consentSignals(undefined));
    gtag('consent', 'update', consentSignals(consent));
    if (isLoaded) return;
    isLoaded = true;
    gtag('js', new Date());
    gtag('config', tagId, {
      anonymize_ip: true,
      page_location: urlWithoutQuery(location.href),
      page_referrer: originOfReferrer(document.referrer),
    });
    const tag = document.createElement('script');
    tag.async = true;
    tag.referrerPolicy = 'no-referrer';
    tag.src = `https://www.googletagmanager.com/gtag/js?id=${tagId}`;
    document.head.append(tag);
  };

  addEventListener(consentChanged, () => applyConsent(readConsentCookie(document.cookie)));
  applyConsent(readConsentCookie(document.cookie));
}
