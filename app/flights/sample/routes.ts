import { carrierOf, carriersBetween, mainHubs, shortestFlight, type Carrier } from './carriers.ts';
import { kilometresBetween } from './places.ts';
import { countryOf } from './regions.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A way to fly, without times. */
export interface Route {
  hops: Hop[];
  /** All hops are on one ticket. */
  isOneTicket: boolean;
}

/** From one airport to the next, by one airline. */
export interface Hop {
  from: string;
  to: string;
  /** IATA code. */
  carrier: string;
  /** Where it lands on the way, without a change of aircraft. */
  technicalStop?: string;
}

/** People land at one of them and go on from the other. */
const twins = [
  ['IST', 'SAW'],
  ['DXB', 'SHJ'],
  ['CDG', 'ORY'],
  ['LHR', 'LGW'],
  ['CAI', 'SPX'],
] as const;

const hubs = [
  ...new Set([...mainHubs, ...['AUH', 'BAH', 'KWI', 'MCT', 'BEY', 'SAW', 'ATH', 'ZRH', 'WAW', 'LHR', 'TUN', 'TLV']]),
];
/** Hubs of the far ends of the world, for journeys that begin or end there. */
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

/** How many ways of each kind are taken at most. */
const most = { direct: 8, technical: 1, oneStop: 12, change: 2, twoStops: 5 };
const mostByHub = 3;

/**
 * Plausible ways between two airports, at least one, the likelier ones first.
 * @param random decides between equals
 */
export function routesBetween(from: string, to: string, random: SeededRandom): Route[] {
  const kilometres = kilometresBetween(from, to);
  // A short way may be through a hub that lies off it.
  const longest = Math.max(1.7 * kilometres, kilometres + 1600);
  const ordered = (routes: Route[]) => {
    const costs = new Map(routes.map((route) => [route, cost(route) * random.number(1, 1.3)]));
    return [...routes].sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
  };
  const direct = ordered(hopsBetween(from, to).map((hop) => ({ hops: [hop], isOneTicket: true })));
  const oneStop = ordered(oneStops(from, to, longest));
  const changes = ordered(airportChanges(from, to, longest));
  const found = [
    ...direct.slice(0, most.direct),
    ...atMost(mostByHub, oneStop).slice(0, most.oneStop),
    ...technicalStops(from, to, oneStop).slice(0, most.technical),
    ...changes.slice(0, most.change),
  ];
  // Whoever is near by needs no second stop, unless there is hardly another way.
  if (kilometres < 1000 && found.length > 3) return found;
  const further = ordered(twoStops(from, to, longest).filter(({ isOneTicket }) => isOneTicket));
  if (found.length + further.length === 0) {
    return ordered([...oneStops(from, to, Infinity), ...twoStops(from, to, Infinity)]).slice(0, most.twoStops);
  }
  return [...found, ...atMost(mostByHub - 1, further).slice(0, most.twoStops)];
}

function length(hops: Hop[]): number {
  return hops.reduce((sum, { from, to }) => sum + kilometresBetween(from, to), 0);
}

/** Kilometres, with what it is worth to avoid a stop, above all at a smaller hub, and a second ticket. */
function cost({ hops, isOneTicket }: Route): number {
  const stops = hops.slice(1).map(({ from }) => ((mainHubs as readonly string[]).includes(from) ? 200 : 900));
  return length(hops) + stops.reduce((sum, stop) => sum + stop, 0) + (isOneTicket ? 0 : 1200);
}

/** So that one hub does not crowd out the others. */
function atMost(number: number, routes: Route[]): Route[] {
  const taken = new Map<string, number>();
  return routes.filter(({ hops }) => {
    const via = hops[0]?.to ?? '';
    taken.set(via, (taken.get(via) ?? 0) + 1);
    return (taken.get(via) ?? 0) <= number;
  });
}

function hopsBetween(from: string, to: string): Hop[] {
  return from === to ? [] : carriersBetween(from, to).map(({ code }) => ({ from, to, carrier: code }));
}

/** The hubs that a journey between these airports may lead over. */
function hubsFor(from: string, to: string): string[] {
  const atTheEnds = [from, to].flatMap((end) => farHubs.filter((hub) => countryOf(hub) === countryOf(end)));
  const atHome = [...hubs, ...farHubs].filter(
    (hub) => kilometresBetween(hub, from) < 1500 || kilometresBetween(hub, to) < 1500,
  );
  return [...new Set([...hubs, ...atTheEnds, ...atHome])].filter((hub) => hub !== from && hub !== to);
}

/** @param longest a way may be (km), here and below */
function oneStops(from: string, to: string, longest: number): Route[] {
  return hubsFor(from, to)
    .filter((hub) => kilometresBetween(from, hub) + kilometresBetween(hub, to) <= longest)
    .flatMap((hub) => connections(hopsBetween(from, hub), hopsBetween(hub, to)));
}

function airportChanges(from: string, to: string, longest: number): Route[] {
  return twins
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .filter((pair) => !(pair as readonly string[]).includes(from) && !(pair as readonly string[]).includes(to))
    .filter(([one, other]) => kilometresBetween(from, one) + kilometresBetween(other, to) <= longest)
    .flatMap(([one, other]) => connections(hopsBetween(from, one), hopsBetween(other, to)));
}

/** Over the large hubs only: there are thousands of ways over all. */
function twoStops(from: string, to: string, longest: number): Route[] {
  const between = mainHubs.filter((hub) => hub !== from && hub !== to);
  const last = between.map((hub) => ({ hub, hops: hopsBetween(hub, to) })).filter(({ hops }) => hops.length > 0);
  return between.flatMap((hub) => {
    const first = hopsBetween(from, hub);
    const left = longest - kilometresBetween(from, hub);
    if (first.length === 0 || left < 0) return [];
    return last.flatMap((end) => {
      if (end.hub === hub || kilometresBetween(hub, end.hub) + kilometresBetween(end.hub, to) > left) return [];
      const begun = connections(first, hopsBetween(hub, end.hub));
      return begun.flatMap((route) => end.hops.flatMap((hop) => connection(route, hop)));
    });
  });
}

function connections(first: Hop[], second: Hop[]): Route[] {
  return first.flatMap((hop) => second.flatMap((next) => connection({ hops: [hop], isOneTicket: true }, next)));
}

/** A way and one hop more; none where nobody would change aircraft like that. */
function connection({ hops, isOneTicket }: Route, next: Hop): Route[] {
  const last = hops[hops.length - 1];
  if (!last) return [];
  const [before, after] = [carrierOf(last.carrier), carrierOf(next.carrier)];
  const ends = [hops[0]?.from ?? '', next.to].map(countryOf);
  const leadsOnlyHome = (carrier: Carrier) =>
    carrier.endsAtHome && !carrier.hubs.some((hub) => ends.includes(countryOf(hub)));
  if (leadsOnlyHome(before) || leadsOnlyHome(after)) return [];
  const isTogether = before === after || (before.group !== undefined && before.group === after.group);
  return [{ hops: [...hops, next], isOneTicket: isOneTicket && isTogether && last.to === next.from }];
}

/** Far flights of one airline that land at its hub on the way. */
function technicalStops(from: string, to: string, oneStop: Route[]): Route[] {
  if (kilometresBetween(from, to) < 2 * shortestFlight) return [];
  return oneStop.flatMap(({ hops }) => {
    const [first, second] = hops;
    if (!first || first.carrier !== second?.carrier) return [];
    return [{ hops: [{ from, to, carrier: first.carrier, technicalStop: first.to }], isOneTicket: true }];
  });
}
