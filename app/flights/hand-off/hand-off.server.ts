import type { Language } from '#app/i18n/languages.ts';
import { pathIn } from '#app/i18n/languages.ts';
import type { Currency } from '../model/currency.ts';
import { searchKey, seatCount, travellerCount } from '../model/flight-query.ts';
import { readListQuery } from '../model/list-query.ts';
import { requestUrl } from '../model/request-url.ts';
import { resultsUrl } from '../model/results-url.ts';
import type { Search, Searches } from '../searches/searches.server.ts';
import { type BookingLink, isSupplierError } from '../suppliers/supplier.server.ts';
import type { Visitor } from '../suppliers/visitor.ts';
import { createFlightViews } from '../view/flight-views.server.ts';
import { createPriceFormatter } from '../view/price-formatter.server.ts';
import type { HandOffView } from './hand-off-view.ts';

/**
 * Looks up the offer specified by a URL (spec, section 7). Only offers in the search's results are accepted.
 * @returns the view, and the search if the offer can be booked; or, if only our staff can book the offer, just the URL
 *   of our own request form
 */
export async function readHandOff(
  searches: Searches,
  { searchId, fareId, currency }: { searchId: string | null; fareId: string | null; currency?: Currency },
  language: Language,
): Promise<{ view: HandOffView; search?: Search } | { formUrl: string }> {
  const search = searchId ? await searches.read(searchId) : undefined;
  const listUrl = search
    ? resultsUrl(language, searchKey(search.query), { ...readListQuery(new URLSearchParams()), currency })
    : pathIn(language, '/search/flights');
  if (!searchId || !fareId) return { view: { outcome: 'missing', listUrl } };
  if (!search || search.isExpired) return { view: { outcome: 'expired', listUrl } };
  const match = search.results.offer(fareId);
  if (!match) return { view: { outcome: 'gone', listUrl } };
  if (searches.hasExpired(search, match.offer)) return { view: expired(listUrl) };
  if (match.offer.onRequest) return { formUrl: requestUrl(language, searchKey(search.query), { searchId, fareId }) };
  const prices = createPriceFormatter(language, search.query, { rates: search.results.rates, chosen: currency });
  const views = createFlightViews(language, search.results.names, prices, seatCount(search.query));
  const { flight, itinerary, offer } = match;
  const { segments } = views.card({ flight, itinerary, best: offer, offers: [offer] });
  return {
    search,
    view: {
      outcome: 'ready',
      offer: views.offer(offer, itinerary),
      travellers: travellerCount(search.query),
      segments,
      age: Math.floor((Date.now() - search.startedAt) / 60_000),
      listUrl,
      requestUrl: requestUrl(language, searchKey(search.query), { searchId, fareId }),
      isSample: searches.isSample,
    },
  };
}

/** Returns the view of an offer that has expired before its search. Its list URL starts the search again. */
export function expired(listUrl: string): HandOffView {
  return { outcome: 'expired', listUrl: `${listUrl}&again=1` };
}

/**
 * Requests the partner's link. Call this only after the visitor has pressed the button.
 * @returns the link, or why there is none: it has expired, or the supplier failed or no longer sells the fare
 */
export async function requestBookingLink(
  searches: Searches,
  search: Search,
  fareId: string,
  language: Language,
  readVisitor: () => Visitor | undefined,
): Promise<BookingLink | 'expired' | 'failed'> {
  try {
    return await searches.bookingLink(search, fareId, language, readVisitor);
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return error.problem === 'expired' ? 'expired' : 'failed';
  }
}
