import { searchKeyOf } from '#app/flights/list-address.ts';
import { isFiltered, readListQuery } from '#app/flights/list-query.ts';
import type { Searches } from '#app/flights/searches.server.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import type { KeptPages } from './page-cache.server.ts';

const paths = new Set(languageCodes.map((language) => pathIn(language, '/search/flights')));

/**
 * A page of flights is the same for everyone who comes with its address until the search has something new. What other
 * caches are told of it stays what the page says.
 */
export function resultPages(searches: Pick<Searches, 'versionOf'>): KeptPages {
  return {
    versionOf(request) {
      if (!paths.has(request.path)) return undefined;
      const search = request.originalUrl.slice(request.path.length);
      // Filters have more addresses than there is room for, and each is asked for by few.
      if (isFiltered(readListQuery(new URLSearchParams(search)))) return undefined;
      return searches.versionOf(searchKeyOf(search));
    },
    effort: 'fast',
    // How long its offers live is told by the page.
    keptFor: 60_000,
  };
}
