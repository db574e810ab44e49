import type { SeededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import type {
  WireChunk,
  WireFare,
  WireLeg,
  WireProposal,
  WireSegment,
} from '../../app/flights/suppliers/api/wire/wire-format.ts';
import { firstDeparture, wireEnd, wireLeg, wireSegment } from './wire-responses.ts';

const hubs = ['IST', 'SAW', 'CAI', 'DXB', 'VIE', 'MUC'] as const;
const carriers = ['SV', 'LH', 'TK', 'MS', 'EK', 'OS', 'XY', 'PC'] as const;
const aircraft = ['Airbus A320neo', 'Airbus A330-300', 'Boeing 777-300ER', 'Boeing 787-9', undefined] as const;
const baggage = ['1PC23', '2PC23', '1PC', false, '0PC', '', 30, '1PC20', null] as const;
const handBaggage = ['1PC7', '1PCx36x30x27', '1PC', '', '1PC10x55x40x20', '1PC10'] as const;
const currencies = ['sar', 'eur', 'usd', 'aed'] as const;
const fareNames = ['Y', 'Y_1PC', 'Y_0PC,Y_0PC', 'Y_1PC23,Y_2PC23', 'Y_2PC', 'W', 'C', 'Y_30'] as const;
const daySeconds = 24 * 3600;

/**
 * Generates the responses of a complete search from Riyadh to Frankfurt and back: each gate is a chunk, each direction
 * has one to three legs, several gates sell most journeys, some as codeshares. The last response contains the end
 * marker. Like recorded responses, they also have properties that the site does not read.
 */
export function randomResponses(
  random: SeededRandom,
  size: { proposals: number; gates: number; responses: number },
): WireChunk[][] {
  const journeys = Array.from({ length: Math.ceil(size.proposals / 4) }, () => [
    randomSegment(random, 'RUH', 'FRA', firstDeparture),
    randomSegment(random, 'FRA', 'RUH', firstDeparture + 14 * daySeconds),
  ]);
  const responses: WireChunk[][] = Array.from({ length: size.responses }, () => []);
  for (let gate = 0; gate < size.gates; gate += 1) {
    const end = Math.ceil((size.proposals * (gate + 1)) / size.gates);
    const start = Math.ceil((size.proposals * gate) / size.gates);
    const proposals = Array.from({ length: end - start }, (_, index) =>
      randomProposal(random, String(65 + gate), 100_000 * (65 + gate) + 10 * index, journeys),
    );
    responses[Math.floor((gate * size.responses) / size.gates)]?.push(chunkOf(gate, proposals));
  }
  responses[size.responses - 1]?.push(wireEnd);
  return responses;
}

function chunkOf(gate: number, proposals: WireProposal[]): WireChunk {
  return {
    chunk_id: `855a${String(gate).padStart(4, '0')}-8d83-11eb-a52d-a68894ea614d`,
    search_id: wireEnd.search_id,
    gates_info: { [65 + gate]: { label: `Partner ${gate}`, currency_code: 'sar', is_airline: gate % 4 === 0 } },
    airlines: Object.fromEntries(
      carriers.map((code) => [code, { iata: code, average_rate: 2.32, rates: 28186, name: `Airline ${code}` }]),
    ),
    airports: Object.fromEntries(
      ['RUH', 'FRA', ...hubs].map((code) => [
        code,
        { name: `Airport ${code}`, city: 'City', city_code: code, country_code: 'DE', time_zone: 'Europe/Berlin' },
      ]),
    ),
    proposals,
    market: 'sa',
  };
}

function randomSegment(random: SeededRandom, from: string, to: string, day: number): WireSegment {
  const airports = [from, ...hubs.filter(() => random.chance(0.2)).slice(0, 2), to];
  let departure = day + random.integer(0, 287) * 300;
  const carrier = random.pick(carriers);
  const legs = airports.slice(1).map((airport, index) => {
    const minutes = random.integer(12, 80) * 5;
    const leg = wireLeg(airports[index], airport, departure, minutes, {
      marketing_carrier: carrier,
      operating_carrier: carrier,
      operated_by: carrier,
      number: String(random.integer(100, 9999)),
      aircraft: random.pick(aircraft),
      equipment: undefined,
    });
    Object.assign(leg, { rating: random.integer(4000, 9000) / 1000 });
    departure += minutes * 60 + random.integer(9, 200) * 300;
    return leg;
  });
  const hasOvernightLayover = legs.length > 1 && random.chance(0.2);
  const segment = wireSegment(legs, {
    tags: hasOvernightLayover ? ['overnight_layover'] : undefined,
  }) as unknown as WireSegment;
  for (const transfer of segment.transfers ?? []) {
    const details = { airports: [transfer.at], airlines: [carrier], country_code: 'TR', city_code: transfer.at };
    Object.assign(transfer, details, {
      visa_rules: { required: true },
      duration: { seconds: transfer.duration_seconds },
    });
  }
  const detailed = { departure_time: 10, transfer: 6.5, arrival_time: 9.87 };
  return Object.assign(segment, { rating: { total: 6.5, detailed } });
}

function randomProposal(random: SeededRandom, gate: string, urlId: number, journeys: WireSegment[][]): WireProposal {
  const journey = journeys[random.integer(0, journeys.length - 1)] ?? [];
  const segments = random.chance(0.2) ? journey.map((segment) => codeshare(random, segment)) : journey;
  const fares: Record<string, WireFare> = {};
  // One to eight fares, with small numbers more likely.
  const count = Math.min(random.integer(1, 8), random.integer(1, 8));
  let cheapest: WireFare | undefined;
  for (let index = 0; index < count; index += 1) {
    const fare = randomFare(random, urlId + index, segments);
    if (!cheapest || fare.unified_price < cheapest.unified_price) cheapest = fare;
    fares[fareNames[index] ?? ''] = fare;
  }
  const proposal: WireProposal = {
    sign: Array.from({ length: 4 }, () => random.integer(0x10000000, 0xffffffff).toString(16)).join(''),
    segment: segments,
    terms: cheapest ? { [gate]: cheapest } : {},
    xterms: { [gate]: fares },
  };
  return Object.assign(proposal, unreadProperties(segments));
}

/** Returns properties of recorded proposals that the site does not read. */
function unreadProperties(segments: WireSegment[]): object {
  const legs = segments.flatMap(({ flight }) => flight);
  return {
    total_duration: legs.reduce((minutes, { duration, delay }) => minutes + duration + delay, 0),
    stops_airports: legs.map(({ arrival }) => arrival),
    is_charter: false,
    max_stops: Math.max(...segments.map(({ flight }) => flight.length - 1)),
    max_stop_duration: Math.max(...legs.map(({ delay }) => delay)),
    min_stop_duration: Math.min(...legs.map(({ delay }) => delay)),
    carriers: [...new Set(legs.map(({ operating_carrier }) => operating_carrier))],
    segment_durations: segments.map(({ flight }) =>
      flight.reduce((sum, { duration, delay }) => sum + duration + delay, 0),
    ),
    segments_time: segments.map(({ flight }) => [
      flight[0]?.local_departure_timestamp,
      flight[flight.length - 1]?.local_arrival_timestamp,
    ]),
    segments_airports: segments.map(({ flight }) => [flight[0]?.departure, flight[flight.length - 1]?.arrival]),
    is_direct: legs.length === segments.length,
    flight_weight: 0,
    popularity: 0,
    segments_rating: 6.5,
    tags: legs.length === segments.length ? ['direct'] : ['convenient_ticket'],
    validating_carrier: legs[0]?.marketing_carrier,
  };
}

function codeshare(random: SeededRandom, segment: WireSegment): WireSegment {
  const asSoldBy = (leg: WireLeg): WireLeg => ({
    ...leg,
    marketing_carrier: random.pick(carriers),
    number: String(random.integer(4000, 9999)),
  });
  return { ...segment, flight: segment.flight.map(asSoldBy) };
}

function randomFare(random: SeededRandom, url: number, segments: WireSegment[]): WireFare {
  const price = random.integer(900, 9000);
  const randomCodes = (all: typeof baggage | typeof handBaggage) => {
    const code = random.pick<unknown>(all);
    return segments.map(({ flight }) => flight.map(() => (random.chance(0.1) ? random.pick<unknown>(all) : code)));
  };
  const fare: WireFare = {
    price,
    currency: random.pick(currencies),
    unified_price: Math.round(price * 24.6 * 100) / 100,
    url,
    flights_baggage: randomCodes(baggage),
    flights_handbags: randomCodes(handBaggage),
  };
  const byLeg = (value: unknown) => segments.map(({ flight }) => flight.map(() => value));
  return Object.assign(fare, {
    multiplier: random.integer(8000, 9999) / 10_000_000,
    proposal_multiplier: 1,
    flight_additional_tariff_infos: byLeg({
      return_before_flight: { available: false },
      return_after_flight: { available: false },
      change_before_flight: { available: false },
      change_after_flight: { available: false },
    }),
    baggage_source: byLeg(0),
    handbags_source: byLeg(3),
  });
}
