import { formatLocalTime, isoDateOf } from '#app/i18n/format/dates.ts';
import type { Leg } from '../model/flight.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import type { Searches } from '../searches/searches.server.ts';

/** A flight that a visitor has chosen, as text that staff can read in any language, for a request to book it. */
export interface ChosenFlight {
  /** A line for each leg: `SV 175 · 2027-01-10 · RUH 02:15 → MUC 06:40`. Times are local. */
  lines: string[];
  /** The price for all travellers: `2,418 USD`. */
  price: string;
  /** Name of the partner that sells the fare; empty if unknown. */
  seller: string;
  /** When the price was found (ms since 1970). */
  seenAt: number;
  isSample: boolean;
}

/**
 * Looks up the flight that a URL refers to. Includes offers that can no longer be booked online, because the company
 * can still be asked to book them.
 * @returns the search's criteria and the flight; each undefined if it is unknown or forgotten
 */
export async function readChosenFlight(
  searches: Pick<Searches, 'isSample' | 'read'>,
  { searchId, fareId }: { searchId: string | null; fareId: string | null },
): Promise<{ query?: FlightQuery; flight?: ChosenFlight }> {
  const search = searchId ? await searches.read(searchId) : undefined;
  if (!search) return {};
  const { query, results, startedAt } = search;
  const match = fareId ? results.offer(fareId) : undefined;
  if (!match) return { query };
  const { itinerary, offer } = match;
  return {
    query,
    flight: {
      lines: itinerary.segments.flatMap(({ legs }) => legs.map(legLine)),
      price: `${formatAmount(offer.price)} ${offer.currency}`,
      seller: results.names.gates[offer.gateId] ?? '',
      seenAt: startedAt,
      isSample: searches.isSample,
    },
  };
}

/** `2,418`, or with cents `2,418.50`. */
function formatAmount(price: number): string {
  return price.toLocaleString('en', Number.isInteger(price) ? {} : { minimumFractionDigits: 2 });
}

function legLine({ from, to, localDep, localArr, carrier, marketingCarrier, number, vehicle }: Leg): string {
  const day = isoDateOf(localDep);
  const arrivalDay = isoDateOf(localArr);
  const name = [vehicle, marketingCarrier || carrier, number].filter(Boolean).join(' ');
  const arrival = [to, arrivalDay === day ? '' : arrivalDay, formatLocalTime(localArr)].filter(Boolean).join(' ');
  return [name, day, `${from} ${formatLocalTime(localDep)} → ${arrival}`].filter(Boolean).join(' · ');
}
