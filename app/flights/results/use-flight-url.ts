import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { resultsId, resultsUrl } from '../model/results-url.ts';
import type { FlightCardView } from '../view/flight-view.ts';
import type { ResultsView } from '../view/results-view.ts';

/** Returns a function that returns the URL of an itinerary's page, which links back to this list. */
export function useFlightUrl({ searchId, query, list, page }: ResultsView): (card: FlightCardView) => string {
  const language = useLanguage();
  const back = `${resultsUrl(language, query.key, { ...list, page })}#${resultsId}`;
  return ({ id, itineraryId, searchId: ownSearchId }) => {
    const params = new URLSearchParams({ search: ownSearchId ?? searchId });
    if (itineraryId) params.set('itinerary', itineraryId);
    if (list.currency) params.set('currency', list.currency);
    params.set('back', back);
    return `${pathIn(language, `/flights/${id}`)}?${params.toString()}`;
  };
}
