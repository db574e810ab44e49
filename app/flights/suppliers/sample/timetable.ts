import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { TravelClass } from '../../model/flight.ts';
import type { WireLeg, WireSegment, WireTransfer } from '../api/wire/wire-format.ts';
import { kilometresBetween, placeOf } from './places.ts';
import type { Hop, Route } from './routes.ts';
import { carrierOf, sampleCarriers } from './sample-carriers.ts';
import type { SeededRandom } from './seeded-random.ts';
import { momentAt, wallClock } from './wall-clock.ts';

/** Special cases of a journey: they apply to its first stop or first leg. */
export interface SpecialCases {
  /** Layover; `nextEvening` is for evening departures, which then arrive two days later. */
  wait: 'usual' | 'overnight' | 'nextEvening';
  /** The first leg is a codeshare. */
  isCodeshare: boolean;
  lacksAircraft: boolean;
  /** One leg is in another class than requested. */
  isMixedClass: boolean;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Builds one direction of a journey in the supplier's format.
 * @param departsAt minutes after midnight, local time of the first airport
 */
export function timetable(
  route: Route,
  date: IsoDate,
  departsAt: number,
  manner: SpecialCases,
  travelClass: TravelClass,
  random: SeededRandom,
): WireSegment {
  const [first] = route.hops;
  if (!first) throw new RangeError('a route without hops');
  let departure = momentAt(Date.parse(date) / 1000 + departsAt * minute, placeOf(first.from).timeZone);
  const legs: WireLeg[] = [];
  const transfers: WireTransfer[] = [];
  for (const [index, hop] of route.hops.entries()) {
    const before = legs[legs.length - 1];
    if (before) {
      const wait = index === 1 ? manner.wait : 'usual';
      departure = onwardDeparture(before, hop, wait, route.isSingleTicket, random);
      transfers.push(transfer(before, hop, departure, route.isSingleTicket));
    }
    const isFirst = index === 0;
    legs.push({
      ...times(hop, departure),
      delay: before ? (departure - before.arrival_timestamp) / minute : 0,
      ...seller(hop, isFirst && manner.isCodeshare, random),
      ...vehicle(hop, isFirst && manner.lacksAircraft, random),
      technical_stops: hop.technicalStop ? [{ airport_code: hop.technicalStop }] : random.pick([null, []]),
      trip_class: isFirst && manner.isMixedClass ? otherClass(travelClass) : travelClass,
      seats: random.integer(1, 9),
    });
  }
  return { flight: legs, ...(transfers.length > 0 && { transfers }), tags: segmentTags(legs, transfers) };
}

function times(hop: Hop, departure: number) {
  const duration = minutesOf(hop);
  const arrival = departure + duration * minute;
  const localDeparture = wallClock(departure, placeOf(hop.from).timeZone);
  const localArrival = wallClock(arrival, placeOf(hop.to).timeZone);
  return {
    departure: hop.from,
    arrival: hop.to,
    departure_timestamp: departure,
    arrival_timestamp: arrival,
    local_departure_timestamp: localDeparture,
    local_arrival_timestamp: localArrival,
    departure_date: isoOf(localDeparture).slice(0, 10),
    departure_time: isoOf(localDeparture).slice(11, 16),
    arrival_date: isoOf(localArrival).slice(0, 10),
    arrival_time: isoOf(localArrival).slice(11, 16),
    duration,
  };
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * Flight time (min): climb and descent, plus cruise at 800 km/h, slower westwards against the wind. A technical stop
 * adds an hour.
 */
function minutesOf(hop: Hop): number {
  if (isTrain(hop)) return toFive(20 + kilometresBetween(hop.from, hop.to) / 1.8);
  if (hop.technicalStop) {
    const { from, to, carrier, technicalStop } = hop;
    return minutesOf({ from, to: technicalStop, carrier }) + 60 + minutesOf({ from: technicalStop, to, carrier });
  }
  const isWestward = placeOf(hop.to).longitude < placeOf(hop.from).longitude;
  return toFive(35 + (kilometresBetween(hop.from, hop.to) / 13.4) * (isWestward ? 1.03 : 0.97));
}

const toFive = (minutes: number) => Math.round(minutes / 5) * 5;

/** Lufthansa's trains from Frankfurt airport to nearby cities. */
function isTrain({ from, to, carrier }: Hop): boolean {
  return (
    carrier === 'LH' &&
    [from, to].includes('FRA') &&
    ['CGN', 'DUS', 'STR', 'NUE'].some((code) => [from, to].includes(code))
  );
}

function onwardDeparture(
  before: WireLeg,
  hop: Hop,
  wait: SpecialCases['wait'],
  isOneTicket: boolean,
  random: SeededRandom,
): number {
  const arrival = before.arrival_timestamp;
  if (wait === 'usual') {
    const isChange = before.arrival !== hop.from;
    const [least, longest] = isChange ? [210, 420] : isOneTicket ? [50, 240] : [150, 360];
    return arrival + toFive(random.integer(least, longest)) * minute;
  }
  const [atHour, least] = wait === 'overnight' ? [7, 5 * hour] : [23, 3 * hour];
  const earliest = before.local_arrival_timestamp + least;
  const onward = earliest + ((((atHour * hour - earliest) % day) + day) % day);
  return momentAt(onward + toFive(random.integer(0, 50)) * minute, placeOf(hop.from).timeZone);
}

function transfer(before: WireLeg, hop: Hop, departure: number, isOneTicket: boolean): WireTransfer {
  const seconds = departure - before.arrival_timestamp;
  const localDeparture = wallClock(departure, placeOf(hop.from).timeZone);
  const isAtNight = waitsAtNight(before.local_arrival_timestamp, localDeparture);
  const tags = [
    ...(before.arrival === hop.from ? [] : ['airport_change']),
    ...(isOneTicket ? ['convenient_ticket'] : ['self_transfer']),
    ...(isAtNight ? ['overnight_layover', 'night_transfer'] : []),
    ...(seconds >= 8 * hour ? ['long_layover'] : seconds <= hour ? ['short_layover'] : []),
  ];
  return {
    at: before.arrival,
    to: hop.from,
    duration_seconds: seconds,
    night_transfer: isAtNight,
    ...(!isOneTicket && { recheck_baggage: true }),
    tags,
  };
}

/** Whether at least four hours between midnight and six (local time) are spent waiting. */
function waitsAtNight(from: number, to: number): boolean {
  const midnight = Math.floor(to / day) * day;
  return Math.min(to, midnight + 6 * hour) - Math.max(from, midnight) >= 4 * hour;
}

function segmentTags(legs: WireLeg[], transfers: WireTransfer[]): string[] {
  return [
    ...(legs.length === 1 && !legs[0]?.technical_stops?.length ? ['direct'] : []),
    ...(legs.some(({ technical_stops }) => technical_stops?.length) ? ['with_tech_stops'] : []),
    ...(transfers.some(({ duration_seconds }) => duration_seconds >= 8 * hour) ? ['long_transfer'] : []),
    ...(transfers.some(({ night_transfer }) => night_transfer) ? ['has_night_transfer'] : []),
  ];
}

function seller(hop: Hop, isCodeshare: boolean, random: SeededRandom) {
  const { code, group } = carrierOf(hop.carrier);
  const [partner, ...others] = sampleCarriers.filter((other) => group && other.group === group && other.code !== code);
  const flightNumber = random.integer(100, 2999);
  if (!isCodeshare || !partner) {
    return { marketing_carrier: code, operating_carrier: code, operated_by: code, number: String(flightNumber) };
  }
  const seller = random.pick([partner, ...others]).code;
  return { marketing_carrier: seller, operating_carrier: code, operated_by: code, number: 5000 + flightNumber };
}

function vehicle(hop: Hop, lacksAircraft: boolean, random: SeededRandom): Partial<WireLeg> {
  if (isTrain(hop)) return { is_train: true };
  if (lacksAircraft) return {};
  const kilometres = kilometresBetween(hop.from, hop.to);
  const isLong = kilometres > 5000 || (kilometres > 3000 && random.chance(0.5));
  const [aircraft, equipment] = random.pick(isLong ? wideBodies : narrowBodies);
  return { aircraft, equipment };
}

/** Aircraft name and IATA code. */
type Aircraft = readonly [name: string, code: string];
const wideBodies: [Aircraft, ...Aircraft[]] = [
  ['Boeing 777-300ER', '77W'],
  ['Boeing 787-9 Dreamliner', '789'],
  ['Airbus A330-300', '333'],
  ['Airbus A350-900', '359'],
];
const narrowBodies: [Aircraft, ...Aircraft[]] = [
  ['Airbus A320', '320'],
  ['Airbus A321neo', '32Q'],
  ['Boeing 737-800', '738'],
  ['Embraer 190', 'E90'],
];

/** Economy if a better class was requested, else business. */
function otherClass(travelClass: TravelClass): TravelClass {
  return travelClass === 'Y' ? 'C' : 'Y';
}
