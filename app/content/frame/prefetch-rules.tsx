import { formLanguageCodes } from '#app/i18n/languages.ts';

/**
 * Which pages the browser may prefetch while the pointer rests on a link or the finger touches it (speculation rules of
 * the HTML standard): public pages, without a query. Searches, flights and forms with places all have one, and receipts
 * are private. One pattern, because every page contains it.
 */
const rules = {
  prefetch: [
    {
      where: { href_matches: `/(${[...formLanguageCodes, 'treatment'].join('|')}){/((?!requests).*)}?\\?` },
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
