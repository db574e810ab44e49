import { consentIn, type Consent } from './consent.ts';
import { consentChanged } from './consent-changed.ts';
import { consentSignals, originOfReferrer, plainAddress } from './consent-signals.ts';

// The script of pages that may be counted. The consent script asks for it once a visitor has agreed to analytics,
// and not before: nobody else pays for it.

const id = document.querySelector<HTMLMetaElement>('meta[name=analytics]')?.content;
if (id) count(id);

function count(id: string): void {
  const page = window as Window & { dataLayer?: unknown[] };
  const layer = (page.dataLayer ??= []);
  const { pathname } = location;
  let isLoaded = false;

  // The tag understands nothing but this very object.
  function gtag(..._words: unknown[]): void {
    // eslint-disable-next-line prefer-rest-params -- see above
    layer.push(arguments);
  }

  // The tag asks this before it sends anything. From here one can come to a search without a new document, and the
  // address of a search is nobody else's.
  Object.defineProperty(page, `ga-disable-${id}`, {
    // A no may have been said in another tab.
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
      page_location: plainAddress(location.href),
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
