import { expect, test } from 'vitest';
import { formatPrice } from '#app/i18n/format/prices.ts';
import { flightQuery, proposalFor } from '#tests/support/flights.ts';
import type { Currency } from '../model/currency.ts';
import type { Offer } from '../model/flight.ts';
import { createPriceFormatter } from './price-formatter.server.ts';

const rates = { SAR: 25, KWD: 320, EUR: 100 };

function offerOf(changes: Partial<Offer>): Offer {
  const [offer] = proposalFor('SV RUH 08:00 FRA 12:30', { price: 1240.5, unifiedPrice: 124_050, ...changes }).offers;
  if (!offer) throw new Error('Expected an offer');
  return offer;
}

function pricesIn(chosen: Currency | undefined, query = flightQuery()) {
  return createPriceFormatter('en', query, { rates, chosen });
}

const exactly = (price: number, currency: string) => ({ price: formatPrice(price, currency, 'en') });
const about = (price: number, currency: string) => ({ ...exactly(price, currency), isApproximate: true });

test('prices are converted to the currency of the departure country, or to the chosen one', () => {
  expect(pricesIn(undefined).total(offerOf({}))).toEqual(about(4960, 'SAR'));
  expect(pricesIn('KWD').total(offerOf({}))).toEqual(about(388, 'KWD'));
  expect(pricesIn(undefined, flightQuery({ origin: 'KWI' })).total(offerOf({}))).toEqual(about(388, 'KWD'));
});

test.each<[string, Currency, string]>([
  ['sells in that currency', 'EUR', 'EUR'],
  ['sells in another one, and there is no rate', 'GBP', 'USD'],
])("prices are the partner's own if it %s", (_, chosen, currency) => {
  const offer = offerOf({ currency });
  expect(pricesIn(chosen).total(offer)).toEqual(exactly(1240.5, currency));
  expect(pricesIn(chosen).partnerPrice(offer)).toBeUndefined();
});

test("converted prices come with the partner's own", () => {
  expect(pricesIn('SAR').partnerPrice(offerOf({ currency: 'USD' }))).toBe(formatPrice(1240.5, 'USD', 'en'));
});

test('prices per traveller are in the same currency, without decimals', () => {
  const five = flightQuery({ adults: 3, children: 1, infants: 1 });
  expect(pricesIn('SAR', five).perTraveller(offerOf({}))).toBe(formatPrice(992, 'SAR', 'en'));
  expect(pricesIn('EUR', five).perTraveller(offerOf({}))).toBe(formatPrice(248, 'EUR', 'en'));
  expect(pricesIn('SAR').perTraveller(offerOf({}))).toBeUndefined();
});
