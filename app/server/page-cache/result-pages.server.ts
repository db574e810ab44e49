import { isFiltered, readListQuery } from '#app/flights/model/list-query.ts';
import { searchKeyOf } from '#app/flights/model/results-url.ts';
import type { Searches } from '#app/flights/searches/searches.server.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import type { CachePolicy } from './page-cache.server.ts';

const paths = new Set(languageCodes.map((language) => pathIn(language, '/search/flights')));

/**
 * Creates the cache policy for flight result pages: a page is the same for everyone who opens its URL until the search
 * has new results. The page's own Cache-Control header is kept.
 */
export function resultPages(searches: Pick<Searches, 'versionOf'>): CachePolicy {
  return {
    versionOf(request) {
      if (!paths.has(request.path)) return undefined;
      // `again` restarts the search, which counts against the visitor's limit: Remix has to handle the request.
      if (request.query.again !== undefined) return undefined;
      const search = request.originalUrl.slice(request.path.length);
      // Filtered lists have too many URLs, each with few visitors.
      if (isFiltered(readListQuery(new URLSearchParams(search)))) return undefined;
      return searches.versionOf(searchKeyOf(search));
    },
    keyOf: ({ originalUrl }) => originalUrl,
    effort: 'fast',
    // A page may outlive its offers for this long, because it shows when they expire.
    lifetime: 60_000,
  };
}
