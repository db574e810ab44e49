import { kilometresBetween } from './places.ts';
import { countryOf } from './regions.ts';
import { carrierOf, carriersBetween, mainHubs, minKilometres, type SampleCarrier } from './sample-carriers.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A route without times. */
export interface Route {
  hops: Hop[];
  /** All hops are on a single ticket. */
  isSingleTicket: boolean;
}

/** A non-stop flight of one airline. */
export interface Hop {
  from: string;
  to: string;
  /** IATA code. */
  carrier: string;
  /** Airport of a technical stop. */
  technicalStop?: string;
}

/** Pairs of airports of one city, for connections with an airport change. */
const airportPairs = [
  ['IST', 'SAW'],
  ['DXB', 'SHJ'],
  ['CDG', 'ORY'],
  ['LHR', 'LGW'],
  ['CAI', 'SPX'],
] as const;

const hubs = [
  ...new Set([...mainHubs, ...['AUH', 'BAH', 'KWI', 'MCT', 'BEY', 'SAW', 'ATH', 'ZRH', 'WAW', 'LHR', 'TUN', 'TLV']]),
];
/** Distant hubs, only for journeys that start or end in their country. */
const farHubs = [
  'GYD',
  'TAS',
  'DEL',
  'CMB',
  'SIN',
  'KUL',
  'HKG',
  'ICN',
  'HND',
  'JFK',
  'IAD',
  'LAX',
  'YYZ',
  'HEL',
  'MAD',
];

/** Maximum number of routes of each kind. */
const maxRoutes = { direct: 8, technical: 1, oneStop: 12, airportChange: 2, twoStops: 5 };
const maxPerHub = 3;

/**
 * Generates plausible routes between two airports, at least one, likeliest first.
 * @param random breaks ties
 */
export function routesBetween(from: string, to: string, random: SeededRandom): Route[] {
  const kilometres = kilometresBetween(from, to);
  // On short distances a hub may be out of the way.
  const maxLength = Math.max(1.7 * kilometres, kilometres + 1600);
  const ordered = (routes: Route[]) => {
    const costs = new Map(routes.map((route) => [route, cost(route) * random.number(1, 1.3)]));
    return [...routes].sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
  };
  const direct = ordered(hopsBetween(from, to).map((hop) => ({ hops: [hop], isSingleTicket: true })));
  const oneStop = ordered(oneStops(from, to, maxLength));
  const changes = ordered(airportChanges(from, to, maxLength));
  const found = [
    ...direct.slice(0, maxRoutes.direct),
    ...limitPerHub(maxPerHub, oneStop).slice(0, maxRoutes.oneStop),
    ...technicalStops(from, to, oneStop).slice(0, maxRoutes.technical),
    ...changes.slice(0, maxRoutes.airportChange),
  ];
  // Short distances need no second stop, unless there are few alternatives.
  if (kilometres < 1000 && found.length > 3) return found;
  const further = ordered(twoStops(from, to, maxLength).filter(({ isSingleTicket }) => isSingleTicket));
  if (found.length + further.length === 0) {
    return ordered([...oneStops(from, to, Infinity), ...twoStops(from, to, Infinity)]).slice(0, maxRoutes.twoStops);
  }
  return [...found, ...limitPerHub(maxPerHub - 1, further).slice(0, maxRoutes.twoStops)];
}

function length(hops: Hop[]): number {
  return hops.reduce((sum, { from, to }) => sum + kilometresBetween(from, to), 0);
}

/** Cost in kilometres, with a penalty for stops, higher at smaller hubs, and for separate tickets. */
function cost({ hops, isSingleTicket }: Route): number {
  const stops = hops.slice(1).map(({ from }) => ((mainHubs as readonly string[]).includes(from) ? 200 : 900));
  return length(hops) + stops.reduce((sum, stop) => sum + stop, 0) + (isSingleTicket ? 0 : 1200);
}

/** Limits the number of routes through the same hub. */
function limitPerHub(max: number, routes: Route[]): Route[] {
  const countByHub = new Map<string, number>();
  return routes.filter(({ hops }) => {
    const via = hops[0]?.to ?? '';
    countByHub.set(via, (countByHub.get(via) ?? 0) + 1);
    return (countByHub.get(via) ?? 0) <= max;
  });
}

function hopsBetween(from: string, to: string): Hop[] {
  return from === to ? [] : carriersBetween(from, to).map(({ code }) => ({ from, to, carrier: code }));
}

/** Candidate hubs for a journey between these airports. */
function hubsFor(from: string, to: string): string[] {
  const hubsInEndCountries = [from, to].flatMap((end) => farHubs.filter((hub) => countryOf(hub) === countryOf(end)));
  const nearbyHubs = [...hubs, ...farHubs].filter(
    (hub) => kilometresBetween(hub, from) < 1500 || kilometresBetween(hub, to) < 1500,
  );
  return [...new Set([...hubs, ...hubsInEndCountries, ...nearbyHubs])].filter((hub) => hub !== from && hub !== to);
}

/** @param maxLength maximum length of a route (km), as in the functions below */
function oneStops(from: string, to: string, maxLength: number): Route[] {
  return hubsFor(from, to)
    .filter((hub) => kilometresBetween(from, hub) + kilometresBetween(hub, to) <= maxLength)
    .flatMap((hub) => connections(hopsBetween(from, hub), hopsBetween(hub, to)));
}

function airportChanges(from: string, to: string, maxLength: number): Route[] {
  return airportPairs
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .filter((pair) => !(pair as readonly string[]).includes(from) && !(pair as readonly string[]).includes(to))
    .filter(([one, other]) => kilometresBetween(from, one) + kilometresBetween(other, to) <= maxLength)
    .flatMap(([one, other]) => connections(hopsBetween(from, one), hopsBetween(other, to)));
}

/** Only through main hubs: all hubs would yield thousands of routes. */
function twoStops(from: string, to: string, maxLength: number): Route[] {
  const between = mainHubs.filter((hub) => hub !== from && hub !== to);
  const last = between.map((hub) => ({ hub, hops: hopsBetween(hub, to) })).filter(({ hops }) => hops.length > 0);
  return between.flatMap((hub) => {
    const first = hopsBetween(from, hub);
    const remaining = maxLength - kilometresBetween(from, hub);
    if (first.length === 0 || remaining < 0) return [];
    return last.flatMap((end) => {
      if (end.hub === hub || kilometresBetween(hub, end.hub) + kilometresBetween(end.hub, to) > remaining) return [];
      const partialRoutes = connections(first, hopsBetween(hub, end.hub));
      return partialRoutes.flatMap((route) => end.hops.flatMap((hop) => connection(route, hop)));
    });
  });
}

function connections(first: Hop[], second: Hop[]): Route[] {
  return first.flatMap((hop) => second.flatMap((next) => connection({ hops: [hop], isSingleTicket: true }, next)));
}

/** Extends a route by one hop; empty if the connection is implausible. */
function connection({ hops, isSingleTicket }: Route, next: Hop): Route[] {
  const last = hops[hops.length - 1];
  if (!last) return [];
  const [before, after] = [carrierOf(last.carrier), carrierOf(next.carrier)];
  const ends = [hops[0]?.from ?? '', next.to].map(countryOf);
  const cannotConnect = (carrier: SampleCarrier) =>
    carrier.noTransfers && !carrier.hubs.some((hub) => ends.includes(countryOf(hub)));
  if (cannotConnect(before) || cannotConnect(after)) return [];
  const canShareTicket = before === after || (before.group !== undefined && before.group === after.group);
  return [{ hops: [...hops, next], isSingleTicket: isSingleTicket && canShareTicket && last.to === next.from }];
}

/** Long flights of one airline with a technical stop at its hub. */
function technicalStops(from: string, to: string, oneStop: Route[]): Route[] {
  if (kilometresBetween(from, to) < 2 * minKilometres) return [];
  return oneStop.flatMap(({ hops }) => {
    const [first, second] = hops;
    if (!first || first.carrier !== second?.carrier) return [];
    return [{ hops: [{ from, to, carrier: first.carrier, technicalStop: first.to }], isSingleTicket: true }];
  });
}
