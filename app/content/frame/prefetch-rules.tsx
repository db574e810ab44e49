import { formLanguageCodes } from '#app/i18n/languages.ts';

/**
 * Which pages the browser may prefetch while the pointer rests on a link or the finger touches it (speculation rules of
 * the HTML standard). Only pages that are the same for everyone and that a GET does not change: no searches, flights,
 * receipts, nor anything with a query.
 */
const rules = {
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: [...formLanguageCodes.map((language) => `/${language}{/*}?`), '/treatment/*'] },
          { not: { href_matches: ['/*/search/*', '/*/flights/*', '/*/requests/*', '/*\\?(.+)'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

/**
 * The rules in the page instead of in a `Speculation-Rules` header, whose file would be another request on every first
 * visit. Browsers that save data prefetch nothing.
 */
export function PrefetchRules() {
  // React keeps what the server has sent.
  const text = import.meta.env.SSR ? JSON.stringify(rules) : '';
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}
