import { type Language, pathIn } from '#app/i18n/languages.ts';

/** Path of the form that asks the company to book a flight, without a language. */
const requestPath = '/book-flight';

/** Query parameters of the form, in addition to those of the search: the ids of the search and of the chosen fare. */
export const requestParamNames = ['search', 'offer'] as const;

/**
 * Returns the URL (path and query) of the form that asks the company to book a flight. It contains the places and
 * dates as well, in case the search has been forgotten when the form opens.
 * @param key `searchKey` of the search; empty if unknown
 * @param offer the chosen fare; without one, the form asks for the journey
 */
export function requestUrl(language: Language, key: string, offer?: { searchId: string; fareId: string }): string {
  const params = new URLSearchParams(key);
  if (offer) {
    params.set('search', offer.searchId);
    params.set('offer', offer.fareId);
  }
  const query = params.toString();
  return pathIn(language, requestPath) + (query && `?${query}`);
}
