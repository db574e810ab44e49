import { type Consent, consentIn } from '../consent.ts';
import { consentChanged } from '../consent-changed.ts';
import { consentSignals, originOfReferrer, urlWithoutQuery } from './consent-signals.ts';

// Loads the analytics tag on public pages. The consent script requests this file only after a visitor has agreed to
// analytics.

const id = document.querySelector<HTMLMetaElement>('meta[name=analytics]')?.content;
if (id) count(id);

function count(id: string): void {
  const page = window as Window & { dataLayer?: unknown[] };
  const layer = (page.dataLayer ??= []);
  const { pathname } = location;
  let isLoaded = false;

  // The tag only accepts an `arguments` object.
  function gtag(..._words: unknown[]): void {
    // eslint-disable-next-line prefer-rest-params -- see above
    layer.push(arguments);
  }

  // The tag checks this before it sends anything. Also disabled after client-side navigation, which may lead to a
  // search, whose URL is private.
  Object.defineProperty(page, `ga-disable-${id}`, {
    // Consent may have been withdrawn in another tab.
    get: () => !consentIn(document.cookie)?.analytics || location.pathname !== pathname,
  });

  const apply = (consent: Consent | undefined) => {
    const hasAgreed = consent?.analytics ?? false;
    if (!isLoaded && !hasAgreed) return;
    if (!isLoaded) gtag('consent', 'default', consentSignals(undefined));
    gtag('consent', 'update', consentSignals(consent));
    if (isLoaded) return;
    isLoaded = true;
    gtag('js', new Date());
    gtag('config', id, {
      anonymize_ip: true,
      page_location: urlWithoutQuery(location.href),
      page_referrer: originOfReferrer(document.referrer),
    });
    const tag = document.createElement('script');
    tag.async = true;
    tag.referrerPolicy = 'no-referrer';
    tag.src = `https://www.googletagmanager.com/gtag/js?id=${id}`;
    document.head.append(tag);
  };

  addEventListener(consentChanged, () => apply(consentIn(document.cookie)));
  apply(consentIn(document.cookie));
}
