import { pathIn, type Language } from '#app/i18n/languages.ts';
import { flightQueryFieldNames } from './flight-query-fields.ts';
import { listParams, type ListQuery } from './list-query.ts';

/** Where the list begins: pages of it are jumped to, with and without a script. */
export const resultsId = 'results';

/**
 * The address of a list of results.
 * @param key `searchKey` of the search
 */
export function listAddress(language: Language, key: string, list: ListQuery): string {
  const params = new URLSearchParams([...new URLSearchParams(key), ...listParams(list)]);
  return `${pathIn(language, '/search/flights')}?${params.toString()}`;
}

/** The search's key out of the parameters of such an address, whatever else they say. */
export function searchKeyOf(search: string): string {
  const params = new URLSearchParams(search);
  const own = [...params].filter(([name]) => (flightQueryFieldNames as readonly string[]).includes(name));
  return new URLSearchParams(own).toString();
}
