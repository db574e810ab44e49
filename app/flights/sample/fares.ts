import type { FlightQuery } from '../flight-query.ts';
import type { TravelClass } from '../flight.ts';
import type { WireFare } from '../wire/wire-format.ts';

/** A partner that does not exist. */
export interface SampleGate {
  id: string;
  /** Says that it is made up. */
  label: string;
  currency: 'eur' | 'usd';
  /** On every price. */
  markup: number;
  /** Of all flights. */
  share: number;
  /** Asked for them, it answers after so many milliseconds. */
  answersAfter: number;
  /** Cheapest first. Suppliers write baggage in all these ways. */
  fares: FareKind[];
  /** Its prices are strings, as they were in earlier years. */
  writesPricesAsText?: boolean;
  /** Names the cheapest fare only, without a list of all. */
  hasOneFare?: boolean;
  isAirline?: boolean;
}

interface FareKind {
  /** Opaque, as the supplier's are. */
  name: string;
  /** On the price of one adult, in euros. */
  surcharge: number;
  /** On the first leg, and on every further one where that differs. `undefined`: not a word about it. */
  baggage: [first: unknown, further?: unknown];
  handBaggage: [first: unknown, further?: unknown];
}

const gateList: Omit<SampleGate, 'id' | 'label'>[] = [
  {
    currency: 'eur',
    markup: 1,
    share: 0.62,
    answersAfter: 0,
    fares: [
      { name: 'Y_0PC,Y_0PC', surcharge: 0, baggage: ['0PC'], handBaggage: ['1PC8'] },
      { name: 'Y_1PC,Y_1PC', surcharge: 42, baggage: ['1PC23'], handBaggage: ['1PC8'] },
      { name: 'Y_2PC,Y_2PC', surcharge: 118, baggage: ['2PC23'], handBaggage: ['1PC10x55x40x20'] },
    ],
  },
  {
    currency: 'usd',
    markup: 0.97,
    share: 0.4,
    answersAfter: 3_000,
    fares: [
      { name: 'LIGHT', surcharge: 0, baggage: [false], handBaggage: ['1PCx36x30x27'] },
      { name: 'SMART', surcharge: 38, baggage: [20], handBaggage: ['1PC'] },
      { name: 'SMART#2', surcharge: 51, baggage: ['30'], handBaggage: ['1PC7'] },
    ],
  },
  {
    currency: 'eur',
    markup: 1.04,
    share: 0.38,
    answersAfter: 6_500,
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
    answersAfter: 10_500,
    fares: [
      { name: 'ECO/M', surcharge: 0, baggage: ['1PC23', '0PC'], handBaggage: ['1PC8', ''] },
      { name: 'ECO/F', surcharge: 60, baggage: ['2PC10', '1PC'], handBaggage: ['1PC8', '1PCx36x30x27'] },
    ],
    writesPricesAsText: true,
  },
  {
    currency: 'eur',
    markup: 0.94,
    share: 0.3,
    answersAfter: 15_000,
    fares: [{ name: 'BASIC', surcharge: 0, baggage: ['0PC'], handBaggage: ['0PC'] }],
    hasOneFare: true,
  },
  {
    currency: 'eur',
    markup: 1.09,
    share: 0.3,
    answersAfter: 19_500,
    fares: [
      { name: 'CLASSIC', surcharge: 30, baggage: ['1PC23'], handBaggage: ['1PC8'] },
      { name: 'FLEX', surcharge: 160, baggage: ['2PC32'], handBaggage: ['2PC8'] },
    ],
    isAirline: true,
  },
];

/** In the order in which they answer; the first one at once. */
export const sampleGates: SampleGate[] = gateList.map((gate, index) => ({
  ...gate,
  id: String(9001 + index),
  label: `Sample partner ${index + 1}`,
}));

const classFactor: Record<TravelClass, number> = { Y: 1, W: 1.7, C: 3.3, F: 5.2 };
const childFactor = 0.75;
const infantFactor = 0.1;
const dollarsPerEuro = 1.08;
/** Prices are compared in the supplier's own currency. */
const roublesPerEuro = 100;

/**
 * What one partner asks for one journey, by the fares' names.
 * @param euros for one adult in economy class, before surcharges
 * @param legCounts of each segment
 * @param firstUrl the fares are booked by this number and those after it
 */
export function faresOf(
  gate: SampleGate,
  query: FlightQuery,
  euros: number,
  legCounts: number[],
  firstUrl: number,
): Record<string, WireFare> {
  const heads = query.adults + childFactor * query.children + infantFactor * query.infants;
  const level = ([first, further = first]: FareKind['baggage']) =>
    first === undefined
      ? undefined
      : legCounts.map((count) => Array.from({ length: count }, (_, leg) => (leg === 0 ? first : further)));
  const fare = (kind: FareKind, url: number): WireFare => {
    const adult = (euros + kind.surcharge * legCounts.length) * gate.markup * classFactor[query.travelClass];
    const rate = gate.currency === 'usd' ? dollarsPerEuro : 1;
    const cents = Math.round(adult * heads * rate * 100);
    return {
      price: gate.writesPricesAsText ? (cents / 100).toFixed(2) : cents / 100,
      currency: gate.currency,
      unified_price: Math.round((cents / rate) * (roublesPerEuro / 100)),
      url,
      flights_baggage: level(kind.baggage),
      flights_handbags: level(kind.handBaggage),
    };
  };
  return Object.fromEntries(gate.fares.map((kind, index) => [kind.name, fare(kind, firstUrl + index)]));
}
