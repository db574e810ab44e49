import type { Contradiction } from '../../app/flights/model/contradictions.ts';
import { type FlightQuery, journeySegments } from '../../app/flights/model/flight-query.ts';
import type { WireLeg, WireProposal, WireSegment } from '../../app/flights/suppliers/api/wire/wire-format.ts';
import type { SeededRandom } from '../../app/flights/suppliers/sample/seeded-random.ts';
import { offsets, wireFare, wireLeg, wireProposal, wireSegment } from './wire-responses.ts';

const hour = 3600;
const day = 24 * hour;
/** XQX is in nobody's list, and its time zone is unknown. */
const hubs = ['IST', 'CAI', 'DXB', 'VIE', 'XQX'] as const;

/** Returns a random search from Riyadh to Frankfurt, before summer time begins in Europe. */
export function randomQuery(random: SeededRandom): FlightQuery {
  const date = (days: number) => new Date(Date.UTC(2027, 2, days)).toISOString().slice(0, 10);
  return {
    origin: 'RUH',
    destination: 'FRA',
    departDate: date(random.integer(1, 5)),
    ...(random.chance(0.6) && { returnDate: date(random.integer(9, 20)) }),
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: 'Y',
  };
}

/**
 * Returns a sound proposal for a search. Each time is stated once, twice or three times, or three times with one of them
 * wrong.
 * @param url the url id of its only fare, and its price
 */
export function soundProposal(random: SeededRandom, query: FlightQuery, url: number): WireProposal {
  return wireProposal({
    sign: String(url),
    segment: journeySegments(query).map(({ origin, destination, date }) =>
      soundSegment(random, [origin, ...randomStops(random), destination], date),
    ),
    terms: { 65: wireFare({ url, price: url, unified_price: url }) },
  }) as WireProposal;
}

function randomStops(random: SeededRandom): string[] {
  return hubs.filter(() => random.chance(0.25)).slice(0, 2);
}

function soundSegment(random: SeededRandom, places: string[], date: string): WireSegment {
  let departure = Date.parse(date) / 1000 + random.integer(0, 287) * 300 - (offsets[places[0] ?? ''] ?? 0) * hour;
  const legs = places.slice(1).map((to, index) => {
    const minutes = random.integer(60, 400);
    const leg = wireLeg(places[index], to, departure, minutes);
    departure += (minutes + random.integer(60, 900)) * 60;
    return leg;
  });
  const segment = wireSegment(legs) as unknown as WireSegment;
  for (const leg of segment.flight) {
    if (random.chance(0.5)) leg.delay = 0;
    vary(random, leg, 'departure');
    vary(random, leg, 'arrival');
  }
  if (random.chance(0.2)) delete segment.transfers;
  return segment;
}

/** Leaves out some of the statements about a time, or makes one of three wrong. */
function vary(random: SeededRandom, leg: WireLeg, end: 'departure' | 'arrival'): void {
  const isZoneKnown = leg[end] !== 'XQX';
  const local = leg[`local_${end}_timestamp`];
  const variants: (() => void)[] = [
    () => undefined,
    () => omit(leg, `local_${end}_timestamp`),
    () => omit(leg, `${end}_date`, `${end}_time`),
  ];
  if (isZoneKnown) {
    variants.push(
      () => omit(leg, `${end}_timestamp`),
      () => omit(leg, `local_${end}_timestamp`, `${end}_date`, `${end}_time`),
      () => void (leg[`local_${end}_timestamp`] = leg[`${end}_timestamp`]),
      () => void (leg[`local_${end}_timestamp`] = local + random.integer(1, 9) * hour),
      () => void (leg[`${end}_time`] = clock(local + random.integer(1, 9) * hour)),
    );
  }
  variants[random.integer(0, variants.length - 1)]?.();
}

function omit(leg: WireLeg, ...fields: (keyof WireLeg)[]): void {
  for (const field of fields) Reflect.deleteProperty(leg, field);
}

function clock(time: number): string {
  return new Date(time * 1000).toISOString().slice(11, 16);
}

/** Changes that make a proposal contradict the search or itself in one way; each may make it do so in others, too. */
export const contradict: Record<
  Contradiction,
  (proposal: WireProposal, query: FlightQuery, random: SeededRandom) => void
> = {
  directions({ segment }, query, random) {
    const [first] = segment;
    if (query.returnDate && random.chance(0.5)) segment.pop();
    else if (first) segment.push(shift(first, 7 * day));
  },
  place({ segment }, _query, random) {
    const legs = random.pick(filled(segment)).flight;
    const elsewhere = random.pick(['JED', 'MUC', 'SHJ', 'XQX', 'LHR']);
    // Turned round, or one of the ends elsewhere.
    const change = random.integer(0, 2);
    const first = legs[0];
    const last = legs[legs.length - 1];
    if (!first || !last) return;
    for (const leg of [first, last]) stateTimes(leg);
    if (change === 0) [first.departure, last.arrival] = [last.arrival, first.departure];
    if (change === 1) first.departure = elsewhere;
    if (change === 2) last.arrival = elsewhere;
    for (const leg of [first, last]) stateTimes(leg);
  },
  day({ segment }, _query, random) {
    const index = random.integer(0, segment.length - 1);
    const shifted = segment[index];
    if (shifted) segment[index] = shift(shifted, random.pick([-2, -1, 1, 2]) * day);
  },
  return({ segment }, _query, random) {
    const [outbound] = segment;
    const first = outbound?.flight[0];
    if (!first) return;
    const before = random.integer(10, 600) * 60;
    const departure = arrivalOf(outbound) - before;
    const back = wireLeg('FRA', 'RUH', departure, 340);
    segment.splice(1, Infinity, wireSegment([back]) as unknown as WireSegment);
  },
  connection({ segment }, _query, random) {
    const chosen = connecting(segment, random);
    const [previous, next] = chosen.flight;
    if (!previous || !next) return;
    const departure = utcOf(previous, 'arrival') - random.integer(2, 60) * 60;
    chosen.flight.splice(1, 1, wireLeg(next.departure, next.arrival, departure, 600) as unknown as WireLeg);
    delete chosen.transfers;
  },
  layover({ segment }, _query, random) {
    const chosen = connecting(segment, random);
    const next = chosen.flight[1];
    const between = random.integer(0, 900);
    if (!next) return;
    const actual = (utcOf(next, 'departure') - utcOf(chosen.flight[0] ?? next, 'arrival')) / 60;
    const wrong = Math.abs(between - actual) > 5 ? between : between + 30;
    if (random.chance(0.5))
      chosen.transfers = [{ at: next.departure, to: next.departure, duration_seconds: wrong * 60 }];
    else next.delay = Math.max(1, wrong);
  },
  local_time({ segment }, _query, random) {
    const leg = random.pick(filled(random.pick(filled(segment)).flight));
    const end = random.pick(filled((['departure', 'arrival'] as const).filter((one) => leg[one] !== 'XQX')));
    stateTimes(leg);
    const local = leg[`local_${end}_timestamp`];
    leg[`local_${end}_timestamp`] = local + random.integer(1, 3) * hour;
    const kind = random.integer(0, 2);
    if (kind === 0) leg[`${end}_time`] = clock(local + random.integer(4, 9) * hour);
    if (kind === 1) omit(leg, `${end}_timestamp`);
    if (kind === 2) omit(leg, `${end}_date`);
  },
};

/** Returns a segment with at least one stop, which replaces the first if there is none. */
function connecting(segments: WireSegment[], random: SeededRandom): WireSegment {
  const found = segments.filter(({ flight }) => flight.length > 1);
  if (found[0]) return random.pick(filled(found));
  const first = filled(segments)[0].flight[0];
  const departure = first ? utcOf(first, 'departure') : 0;
  const [from = 'RUH', to = 'FRA'] = [first?.departure, first?.arrival];
  const legs = [wireLeg(from, 'IST', departure, 240), wireLeg('IST', to, departure + 6 * hour, 200)];
  return (segments[0] = wireSegment(legs) as unknown as WireSegment);
}

function shift(segment: WireSegment, seconds: number): WireSegment {
  const flight = segment.flight.map((leg) => {
    const departure = utcOf(leg, 'departure') + seconds;
    const minutes = (utcOf(leg, 'arrival') - utcOf(leg, 'departure')) / 60;
    return wireLeg(leg.departure, leg.arrival, departure, minutes) as unknown as WireLeg;
  });
  return { ...segment, flight };
}

/** States all times of a leg again, as they follow from its ends. */
function stateTimes(leg: WireLeg): void {
  const departure = utcOf(leg, 'departure');
  Object.assign(leg, wireLeg(leg.departure, leg.arrival, departure, (utcOf(leg, 'arrival') - departure) / 60));
}

function arrivalOf({ flight }: WireSegment): number {
  const last = flight[flight.length - 1];
  return last ? utcOf(last, 'arrival') : 0;
}

/** Returns when a leg really departs or arrives, which a sound proposal states in at least one way. */
function utcOf(leg: WireLeg, end: 'departure' | 'arrival'): number {
  const timestamp = leg[`${end}_timestamp`] as number | undefined;
  if (timestamp !== undefined) return timestamp;
  const offset = (offsets[leg[end]] ?? 0) * hour;
  const [date, time] = [leg[`${end}_date`], leg[`${end}_time`]] as (string | undefined)[];
  return (date && time ? Date.parse(`${date}T${time}Z`) / 1000 : leg[`local_${end}_timestamp`]) - offset;
}

function filled<Item>(items: Item[]): [Item, ...Item[]] {
  if (items.length === 0) throw new Error('Nothing to choose from');
  return items as [Item, ...Item[]];
}
