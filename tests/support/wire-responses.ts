import type {
  WireChunk,
  WireFare,
  WireLeg,
  WireProposal,
  WireSegment,
  WireTransfer,
} from '../../app/flights/suppliers/api/wire/wire-format.ts';

/** Fields of a wire type with any values, including invalid ones. */
export type Changes<Wire> = { [Field in keyof Wire]?: unknown };
/** A wire type whose fields may have any value. */
export type Loose<Wire> = Record<keyof Wire, unknown>;

/** 26 March 2027, 10:00 UTC. */
export const firstDeparture = Date.UTC(2027, 2, 26, 10) / 1000;

/** UTC offsets of these airports in March (hours). */
export const offsets: Record<string, number> = { RUH: 3, FRA: 1, MUC: 1, IST: 3, SAW: 3, CAI: 2, DXB: 4, VIE: 1 };

/**
 * Returns a leg in the supplier's format, with local times and dates that match its timestamps.
 * @param minutes flight time
 * @param changes fields to replace; undefined omits one
 */
export function wireLeg(
  from = 'RUH',
  to = 'FRA',
  dep = firstDeparture,
  minutes = 390,
  changes: Changes<WireLeg> = {},
): Loose<WireLeg> & Pick<WireLeg, 'departure' | 'arrival' | 'departure_timestamp' | 'arrival_timestamp'> {
  const arr = dep + minutes * 60;
  const localDep = dep + (offsets[from] ?? 0) * 3600;
  const localArr = arr + (offsets[to] ?? 0) * 3600;
  return {
    departure: from,
    arrival: to,
    departure_timestamp: dep,
    arrival_timestamp: arr,
    local_departure_timestamp: localDep,
    local_arrival_timestamp: localArr,
    departure_date: isoTime(localDep).slice(0, 10),
    departure_time: isoTime(localDep).slice(11, 16),
    arrival_date: isoTime(localArr).slice(0, 10),
    arrival_time: isoTime(localArr).slice(11, 16),
    duration: minutes,
    delay: 0,
    marketing_carrier: 'SV',
    operating_carrier: 'SV',
    operated_by: 'SV',
    number: '175',
    aircraft: 'Boeing 787-9',
    equipment: '789',
    technical_stops: null,
    trip_class: 'Y',
    seats: 9,
    ...changes,
  } as ReturnType<typeof wireLeg>;
}

function isoTime(time: number): string {
  return new Date(time * 1000).toISOString();
}

/** Returns a segment of these legs, with a transfer between consecutive legs. */
export function wireSegment(
  legs: ReturnType<typeof wireLeg>[] = [wireLeg()],
  changes: Changes<WireSegment> = {},
): Loose<WireSegment> {
  const transfers = legs.slice(1).map((leg, index) => wireTransfer(legs[index] ?? leg, leg));
  const flight = legs.map((leg, index) =>
    index === 0 ? leg : { ...leg, delay: (transfers[index - 1]?.duration_seconds ?? 0) / 60 },
  );
  return { flight, transfers: transfers.length > 0 ? transfers : undefined, tags: undefined, ...changes };
}

type LegEnds = Pick<WireLeg, 'departure' | 'arrival' | 'departure_timestamp' | 'arrival_timestamp'>;

export function wireTransfer(before: LegEnds, after: LegEnds): WireTransfer {
  const layover = after.departure_timestamp - before.arrival_timestamp;
  return { at: before.arrival, to: after.departure, duration_seconds: layover, night_transfer: false, tags: [] };
}

/** Returns a fare in the supplier's format, without baggage information. */
export function wireFare(changes: Changes<WireFare> = {}): Loose<WireFare> {
  return {
    price: 1834,
    currency: 'sar',
    unified_price: 45121.5,
    url: 6500001,
    flights_baggage: undefined,
    flights_handbags: undefined,
    baggage_source: undefined,
    handbags_source: undefined,
    transfer_terms: undefined,
    tags: undefined,
    flight_additional_tariff_infos: undefined,
    ...changes,
  };
}

/** Returns a proposal of one direct segment with one fare of gate 65. */
export function wireProposal(changes: Changes<WireProposal> = {}): Loose<WireProposal> {
  return {
    sign: '15f7cca56df83b4f6455b953fd28512f',
    segment: [wireSegment()],
    terms: { 65: wireFare() },
    xterms: undefined,
    is_virtual_interline: undefined,
    ...changes,
  };
}

export function wireChunk(proposals: unknown = [wireProposal()], changes: Changes<WireChunk> = {}): Loose<WireChunk> {
  return {
    chunk_id: '855a6fe6-8d83-11eb-a52d-a68894ea614d',
    search_id: 'b0a1c3a4-7d3c-4c26-bb16-5a6c1d0b7f5d',
    gates_info: { 65: { id: 65, label: 'City.Travel', currency_code: 'sar', payment_methods: ['card'] } },
    airlines: { SV: { iata: 'SV', name: 'Saudia' } },
    airports: { RUH: { name: 'King Khalid' }, FRA: { name: 'Frankfurt' } },
    proposals,
    market: 'sa',
    currency_rates: undefined,
    ...changes,
  };
}

/** The item that marks the end of a search. */
export const wireEnd = { search_id: 'b0a1c3a4-7d3c-4c26-bb16-5a6c1d0b7f5d' };
