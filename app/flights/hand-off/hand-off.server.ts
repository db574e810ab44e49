import type { Language } from '#app/i18n/languages.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { searchKey } from '../flight-query.ts';
import { listAddress } from '../list-address.ts';
import { readListQuery } from '../list-query.ts';
import type { Search, Searches } from '../searches.server.ts';
import { SupplierError, type BookingLink } from '../supplier.server.ts';
import { flightViews } from '../view-flight.server.ts';
import type { HandOffView } from './hand-off-view.ts';

/** Which offer is to be booked, by an address (spec, section 7): only what an answer of that search held counts. */
export async function readHandOff(
  searches: Searches,
  { searchId, urlId }: { searchId: string | null; urlId: string | null },
  language: Language,
): Promise<{ view: HandOffView; search?: Search }> {
  const search = searchId ? await searches.read(searchId) : undefined;
  const list = search
    ? listAddress(language, searchKey(search.query), readListQuery(new URLSearchParams()))
    : pathIn(language, '/search/flights');
  if (!searchId || !urlId) return { view: { outcome: 'missing', list } };
  if (!search || search.isExpired) return { view: { outcome: 'expired', list } };
  const found = search.results.offer(urlId);
  if (!found) return { view: { outcome: 'gone', list } };
  const views = flightViews(language, search.results.names);
  const { flight, itinerary, offer } = found;
  const { segments } = views.card({ flight, itinerary, best: offer, offers: [offer] });
  return {
    search,
    view: {
      outcome: 'ready',
      offer: views.offer(offer, itinerary),
      segments,
      age: Math.floor((Date.now() - search.startedAt) / 60_000),
      list,
      isSample: searches.isSample,
    },
  };
}

/**
 * The partner's link, asked for because a visitor has just pressed the button.
 * @returns undefined where there is none: the supplier failed, or the fare is not sold any more
 */
export async function bookingLinkOf(
  searches: Searches,
  search: Search,
  urlId: string,
  language: Language,
): Promise<BookingLink | undefined> {
  try {
    return await searches.bookingLink(search, urlId, language);
  } catch (error) {
    if (error instanceof SupplierError) return undefined;
    throw error;
  }
}
