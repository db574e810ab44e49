import { kilometresBetween } from './places.ts';
import { countryOf } from './regions.ts';
import { carrierOf, carriersBetween, mainHubs, minKilometres, type SampleCarrier } from './sample-carriers.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A route without times. */
export interface Route {
  hops: Hop[];
  /** Whether all hops are on a single ticket. */
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

/** Pairs of airports in the same city, for connections with an airport change. */
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
/** Distant hubs, used only for journeys that start or end in the hub's country or near the hub. */
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
const maxRoutes = { nonStop: 8, technicalStop: 1, oneStop: 12, airportChange: 2, twoStops: 5 };
/** Maximum number of one-stop routes through the same hub. */
const maxPerHub = 3;

/**
 * Generates plausible routes between two airports, likeliest first.
 * @param random varies the order of similar routes
 */
export function routesBetween(from: string, to: string, random: SeededRandom): Route[] {
  const kilometres = kilometresBetween(from, to);
  // Over short distances, a longer detour to a hub is plausible.
  const maxLength = Math.max(1.7 * kilometres, kilometres + 1600);
  const sortByCost = (routes: Route[]) => {
    const costs = new Map(routes.map((route) => [route, costOf(route) * random.number(1, 1.3)]));
    return [...routes].sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
  };
  const nonStop = sortByCost(hopsBetween(from, to).map((hop) => ({ hops: [hop], isSingleTicket: true })));
  const oneStop = sortByCost(findOneStopRoutes(from, to, maxLength));
  const airportChange = sortByCost(findAirportChangeRoutes(from, to, maxLength));
  const routes = [
    ...nonStop.slice(0, maxRoutes.nonStop),
    ...limitPerHub(maxPerHub, oneStop).slice(0, maxRoutes.oneStop),
    ...toTechnicalStopRoutes(from, to, oneStop).slice(0, maxRoutes.technicalStop),
    ...airportChange.slice(0, maxRoutes.airportChange),
  ];
  // Short distances need no second stop, unless there are few other routes.
  if (kilometres < 1000 && routes.length > 3) return routes;
  const twoStops = sortByCost(findTwoStopRoutes(from, to, maxLength).filter(({ isSingleTicket }) => isSingleTicket));
  if (routes.length + twoStops.length === 0) {
    const anyLength = [...findOneStopRoutes(from, to, Infinity), ...findTwoStopRoutes(from, to, Infinity)];
    return sortByCost(anyLength).slice(0, maxRoutes.twoStops);
  }
  return [...routes, ...limitPerHub(maxPerHub - 1, twoStops).slice(0, maxRoutes.twoStops)];
}

/** Returns the total distance (km). */
function lengthOf(hops: Hop[]): number {
  return hops.reduce((sum, { from, to }) => sum + kilometresBetween(from, to), 0);
}

/** Returns the length (km) plus penalties for separate tickets and for stops, which are higher at smaller hubs. */
function costOf({ hops, isSingleTicket }: Route): number {
  const stopPenalties = hops.slice(1).map(({ from }) => ((mainHubs as readonly string[]).includes(from) ? 200 : 900));
  return lengthOf(hops) + stopPenalties.reduce((sum, penalty) => sum + penalty, 0) + (isSingleTicket ? 0 : 1200);
}

/** Limits the number of routes with the same first hub. */
function limitPerHub(max: number, routes: Route[]): Route[] {
  const countByHub = new Map<string, number>();
  return routes.filter(({ hops }) => {
    const hub = hops[0]?.to ?? '';
    const count = (countByHub.get(hub) ?? 0) + 1;
    countByHub.set(hub, count);
    return count <= max;
  });
}

function hopsBetween(from: string, to: string): Hop[] {
  return from === to ? [] : carriersBetween(from, to).map(({ code }) => ({ from, to, carrier: code }));
}

/** Returns the candidate hubs for a journey between two airports. */
function hubsFor(from: string, to: string): string[] {
  const hubsInEndCountries = [from, to].flatMap((airport) =>
    farHubs.filter((hub) => countryOf(hub) === countryOf(airport)),
  );
  const nearbyHubs = [...hubs, ...farHubs].filter(
    (hub) => kilometresBetween(hub, from) < 1500 || kilometresBetween(hub, to) < 1500,
  );
  return [...new Set([...hubs, ...hubsInEndCountries, ...nearbyHubs])].filter((hub) => hub !== from && hub !== to);
}

/** Finds routes with one stop. @param maxLength maximum length of a route (km), as in the functions below */
function findOneStopRoutes(from: string, to: string, maxLength: number): Route[] {
  return hubsFor(from, to)
    .filter((hub) => kilometresBetween(from, hub) + kilometresBetween(hub, to) <= maxLength)
    .flatMap((hub) => combineHops(hopsBetween(from, hub), hopsBetween(hub, to)));
}

function findAirportChangeRoutes(from: string, to: string, maxLength: number): Route[] {
  return airportPairs
    .flatMap(([first, second]) => [[first, second] as const, [second, first] as const])
    .filter((pair) => !(pair as readonly string[]).includes(from) && !(pair as readonly string[]).includes(to))
    .filter(([arrival, departure]) => kilometresBetween(from, arrival) + kilometresBetween(departure, to) <= maxLength)
    .flatMap(([arrival, departure]) => combineHops(hopsBetween(from, arrival), hopsBetween(departure, to)));
}

/** Finds routes with two stops through main hubs only, because all hubs would yield thousands of routes. */
function findTwoStopRoutes(from: string, to: string, maxLength: number): Route[] {
  const hubCandidates = mainHubs.filter((hub) => hub !== from && hub !== to);
  const secondHubs = hubCandidates
    .map((hub) => ({ hub, hops: hopsBetween(hub, to) }))
    .filter(({ hops }) => hops.length > 0);
  return hubCandidates.flatMap((firstHub) => {
    const firstHops = hopsBetween(from, firstHub);
    const remaining = maxLength - kilometresBetween(from, firstHub);
    if (firstHops.length === 0 || remaining < 0) return [];
    return secondHubs.flatMap(({ hub, hops }) => {
      if (hub === firstHub || kilometresBetween(firstHub, hub) + kilometresBetween(hub, to) > remaining) return [];
      const partialRoutes = combineHops(firstHops, hopsBetween(firstHub, hub));
      return partialRoutes.flatMap((route) => hops.flatMap((hop) => extendRoute(route, hop)));
    });
  });
}

function combineHops(firstHops: Hop[], secondHops: Hop[]): Route[] {
  return firstHops.flatMap((hop) =>
    secondHops.flatMap((next) => extendRoute({ hops: [hop], isSingleTicket: true }, next)),
  );
}

/** Extends a route by one hop. @returns an empty array if the connection is implausible */
function extendRoute({ hops, isSingleTicket }: Route, next: Hop): Route[] {
  const last = hops[hops.length - 1];
  if (!last) return [];
  const [lastCarrier, nextCarrier] = [carrierOf(last.carrier), carrierOf(next.carrier)];
  const endCountries = [hops[0]?.from ?? '', next.to].map(countryOf);
  const cannotConnect = (carrier: SampleCarrier) =>
    carrier.noTransfers && !carrier.hubs.some((hub) => endCountries.includes(countryOf(hub)));
  if (cannotConnect(lastCarrier) || cannotConnect(nextCarrier)) return [];
  const canShareTicket =
    lastCarrier === nextCarrier ||
    (lastCarrier.alliance !== undefined && lastCarrier.alliance === nextCarrier.alliance);
  return [{ hops: [...hops, next], isSingleTicket: isSingleTicket && canShareTicket && last.to === next.from }];
}

/** Turns one-stop routes of a single airline into long flights with a technical stop at its hub. */
function toTechnicalStopRoutes(from: string, to: string, oneStop: Route[]): Route[] {
  if (kilometresBetween(from, to) < 2 * minKilometres) return [];
  return oneStop.flatMap(({ hops }) => {
    const [first, second] = hops;
    if (!first || first.carrier !== second?.carrier) return [];
    return [{ hops: [{ from, to, carrier: first.carrier, technicalStop: first.to }], isSingleTicket: true }];
  });
}
