import { formatPrice } from '#app/i18n/format/prices.ts';
import type { Language } from '#app/i18n/languages.ts';
import { convertRoughly, type Currency, type CurrencyRates } from '../model/currency.ts';
import type { Offer } from '../model/flight.ts';
import { type FlightQuery, travellerCount } from '../model/flight-query.ts';
import { currencyAt } from './currency-at.server.ts';
import type { PriceView } from './flight-view.ts';

/** Formats the prices of one search for one visitor. */
export interface PriceFormatter {
  /** The price for all travellers. */
  total: (offer: Offer) => PriceView;
  /** The average price per traveller, without decimals; undefined for a single traveller. */
  perTraveller: (offer: Offer) => string | undefined;
  /** The partner's own price, if {@link total} was converted. */
  partnerPrice: (offer: Offer) => string | undefined;
}

/**
 * Creates functions that format prices in one currency: the chosen one, or else that of the country of departure. The
 * partner's own price is shown if there is no rate, or if the partner sells in that currency.
 * @param query the search that found the offers
 */
export function createPriceFormatter(
  language: Language,
  query: FlightQuery,
  { rates, chosen }: { rates: CurrencyRates; chosen: Currency | undefined },
): PriceFormatter {
  const currency = chosen ?? currencyAt(query.origin);
  const travellers = travellerCount(query);
  const rate = rates[currency];
  const converted = (offer: Offer, divisor: number) =>
    rate === undefined || offer.currency === currency ? undefined : convertRoughly(offer.unifiedPrice / divisor, rate);
  return {
    total(offer) {
      const price = converted(offer, 1);
      if (price === undefined) return { price: formatPrice(offer.price, offer.currency, language) };
      return { price: formatPrice(price, currency, language), isApproximate: true };
    },
    perTraveller(offer) {
      if (travellers < 2) return undefined;
      const price = converted(offer, travellers);
      if (price !== undefined) return formatPrice(price, currency, language);
      return formatPrice(Math.round(offer.price / travellers), offer.currency, language);
    },
    partnerPrice: (offer) =>
      converted(offer, 1) === undefined ? undefined : formatPrice(offer.price, offer.currency, language),
  };
}
