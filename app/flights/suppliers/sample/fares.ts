import type { Currency } from '../../model/currency.ts';
import type { TravelClass } from '../../model/flight.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import type { WireFare } from '../api/wire/wire-format.ts';

/** A fictional ticket partner. */
export interface SampleGate {
  id: string;
  /** Display name, which identifies the partner as a sample. */
  label: string;
  currency: 'eur' | 'usd';
  /** Factor applied to every price. */
  markup: number;
  /** Fraction of all flights that the partner sells (0 to 1). */
  share: number;
  /** Time from the start of a search to the partner's response (ms). */
  responseTime: number;
  /** Cheapest first. Together they cover all baggage notations of suppliers. */
  fares: FareTemplate[];
  /** Whether prices are strings, as in responses from earlier years. */
  hasTextPrices?: boolean;
  /** Whether only the cheapest fare is listed (no `xterms`). */
  hasCheapestFareOnly?: boolean;
  isAirline?: boolean;
}

interface FareTemplate {
  /** Opaque, like the supplier's fare names. */
  name: string;
  /** Added to the price of one adult (euros). */
  surcharge: number;
  /** Baggage codes of the first leg, and of further legs if different. If undefined, the property is missing. */
  baggage: [first: unknown, further?: unknown];
  handBaggage: [first: unknown, further?: unknown];
  /**
   * Refund and change terms of the first leg, and of further legs if different. If undefined, the property is missing.
   */
  terms?: [first: unknown, further?: unknown];
}

const penalty = (value?: number) => ({ available: true, penalty: { currency_code: 'EUR', ...(value && { value }) } });
const free = { available: true, penalty: null };
const none = { available: false };

/** Refund and change terms, in the notations of suppliers. */
const fareTerms = {
  nothing: { return_before_flight: none, change_before_flight: none },
  change: { return_before_flight: none, change_before_flight: penalty(75) },
  fees: { return_before_flight: penalty(), change_before_flight: penalty(50) },
  all: { return_before_flight: free, return_after_flight: none, change_before_flight: free },
  plain: { return_before_flight: false, change_before_flight: true },
};

const gateList: Omit<SampleGate, 'id' | 'label'>[] = [
  {
    currency: 'eur',
    markup: 1,
    share: 0.62,
    responseTime: 0,
    fares: [
      { name: 'Y_0PC,Y_0PC', surcharge: 0, baggage: ['0PC'], handBaggage: ['1PC8'], terms: [fareTerms.nothing] },
      { name: 'Y_1PC,Y_1PC', surcharge: 42, baggage: ['1PC23'], handBaggage: ['1PC8'], terms: [fareTerms.change] },
      {
        name: 'Y_2PC,Y_2PC',
        surcharge: 118,
        baggage: ['2PC23'],
        handBaggage: ['1PC10x55x40x20'],
        terms: [fareTerms.fees],
      },
    ],
  },
  {
    currency: 'usd',
    markup: 0.97,
    share: 0.4,
    responseTime: 3_000,
    fares: [
      { name: 'LIGHT', surcharge: 0, baggage: [false], handBaggage: ['1PCx36x30x27'], terms: [fareTerms.nothing] },
      { name: 'SMART', surcharge: 38, baggage: [20], handBaggage: ['1PC'], terms: [fareTerms.plain] },
      { name: 'SMART#2', surcharge: 51, baggage: ['30'], handBaggage: ['1PC7'], terms: [null] },
    ],
  },
  {
    currency: 'eur',
    markup: 1.04,
    share: 0.38,
    responseTime: 6_500,
    fares: [
      { name: '1', surcharge: 0, baggage: [''], handBaggage: [''] },
      { name: '2', surcharge: 25, baggage: [null], handBaggage: [null] },
      { name: '3', surcharge: 40, baggage: [true], handBaggage: ['1PC8'] },
      { name: '4', surcharge: 55, baggage: [undefined], handBaggage: [undefined] },
    ],
  },
  {
    currency: 'usd',
    markup: 0.99,
    share: 0.36,
    responseTime: 10_500,
    fares: [
      {
        name: 'ECO/M',
        surcharge: 0,
        baggage: ['1PC23', '0PC'],
        handBaggage: ['1PC8', ''],
        terms: [fareTerms.fees, fareTerms.nothing],
      },
      {
        name: 'ECO/F',
        surcharge: 60,
        baggage: ['2PC10', '1PC'],
        handBaggage: ['1PC8', '1PCx36x30x27'],
        terms: [fareTerms.all, fareTerms.fees],
      },
    ],
    hasTextPrices: true,
  },
  {
    currency: 'eur',
    markup: 0.94,
    share: 0.3,
    responseTime: 15_000,
    fares: [{ name: 'BASIC', surcharge: 0, baggage: ['0PC'], handBaggage: ['0PC'] }],
    hasCheapestFareOnly: true,
  },
  {
    currency: 'eur',
    markup: 1.09,
    share: 0.3,
    responseTime: 19_500,
    fares: [
      { name: 'CLASSIC', surcharge: 30, baggage: ['1PC23'], handBaggage: ['1PC8'], terms: [fareTerms.fees] },
      { name: 'FLEX', surcharge: 160, baggage: ['2PC32'], handBaggage: ['2PC8'], terms: [fareTerms.all] },
    ],
    isAirline: true,
  },
];

/** Sample partners by response time; the first responds immediately. */
export const sampleGates: SampleGate[] = gateList.map((gate, index) => ({
  ...gate,
  id: String(9001 + index),
  label: `Sample partner ${index + 1}`,
}));

const classFactor: Record<TravelClass, number> = { Y: 1, W: 1.7, C: 3.3, F: 5.2 };
const childFactor = 0.75;
const infantFactor = 0.1;
const dollarsPerEuro = 1.08;
/** The rouble is the supplier's reference currency, in which prices are compared. */
const roublesPerEuro = 100;
/**
 * Units of each currency for one euro. The currencies of Jordan and of the Gulf states other than Kuwait are pegged to
 * the dollar.
 */
const unitsPerEuro = {
  SAR: 3.75 * dollarsPerEuro,
  AED: 3.6725 * dollarsPerEuro,
  KWD: 0.33,
  QAR: 3.64 * dollarsPerEuro,
  BHD: 0.376 * dollarsPerEuro,
  OMR: 0.3845 * dollarsPerEuro,
  JOD: 0.709 * dollarsPerEuro,
  EGP: 52,
  EUR: 1,
  USD: dollarsPerEuro,
  GBP: 0.85,
} satisfies Record<Currency, number>;

/** The supplier's `currency_rates`: roubles for one unit of each currency. */
export const sampleRates = Object.fromEntries(
  Object.entries(unitsPerEuro).map(([currency, units]) => [currency.toLowerCase(), roublesPerEuro / units]),
);

/**
 * Creates one partner's fares for one journey, by fare name.
 * @param euros base price for one adult in economy class
 * @param legCounts number of legs in each segment
 * @param firstUrl url id of the first fare; further fares have consecutive ids
 */
export function createFares(
  gate: SampleGate,
  query: FlightQuery,
  euros: number,
  legCounts: number[],
  firstUrl: number,
): Record<string, WireFare> {
  const adultEquivalents = query.adults + childFactor * query.children + infantFactor * query.infants;
  const codesByLeg = ([first, further = first]: FareTemplate['baggage']) =>
    first === undefined
      ? undefined
      : legCounts.map((count) => Array.from({ length: count }, (_, leg) => (leg === 0 ? first : further)));
  const createFare = (template: FareTemplate, url: number): WireFare => {
    const adultEuros = (euros + template.surcharge * legCounts.length) * gate.markup * classFactor[query.travelClass];
    const rate = gate.currency === 'usd' ? dollarsPerEuro : 1;
    const cents = Math.round(adultEuros * adultEquivalents * rate * 100);
    return {
      price: gate.hasTextPrices ? (cents / 100).toFixed(2) : cents / 100,
      currency: gate.currency,
      unified_price: Math.round((cents / rate) * (roublesPerEuro / 100)),
      url,
      flights_baggage: codesByLeg(template.baggage),
      flights_handbags: codesByLeg(template.handBaggage),
      ...(template.terms && { flight_additional_tariff_infos: codesByLeg(template.terms) }),
    };
  };
  return Object.fromEntries(
    gate.fares.map((template, index) => [template.name, createFare(template, firstUrl + index)]),
  );
}
