import { type Language, pathIn } from '#app/i18n/languages.ts';
import { flightQueryFieldNames } from './flight-query-fields.ts';
import { listParams, type ListQuery } from './list-query.ts';

/** Element id of the list: the target of pagination links. */
export const resultsId = 'results';

/**
 * Returns the URL (path and query) of a results list.
 * @param key `searchKey` of the search
 */
export function resultsUrl(language: Language, key: string, list: ListQuery): string {
  const params = new URLSearchParams([...new URLSearchParams(key), ...listParams(list)]);
  return `${pathIn(language, '/search/flights')}?${params.toString()}`;
}

/** The parameter that asks for the search form instead of the results. */
export const editParam = 'edit';

/** Returns the URL of the search form with the criteria of a results list filled in. Takes the same parameters as {@link resultsUrl}. */
export function editUrl(language: Language, key: string, { currency }: Pick<ListQuery, 'currency'>): string {
  const params = new URLSearchParams(key);
  if (currency) params.set('currency', currency);
  params.set(editParam, '1');
  return `${pathIn(language, '/search/flights')}?${params.toString()}`;
}

/** Extracts the `searchKey` from the query string of a list URL, ignoring all other parameters. */
export function searchKeyOf(search: string): string {
  const params = new URLSearchParams(search);
  const searchParams = [...params].filter(([name]) => (flightQueryFieldNames as readonly string[]).includes(name));
  return new URLSearchParams(searchParams).toString();
}
