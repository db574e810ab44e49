import { timestampAt, wallClock } from '#app/clock/wall-clock.ts';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { TravelClass } from '../../model/flight.ts';
import type { WireLeg, WireSegment, WireTransfer } from '../api/wire/wire-format.ts';
import { kilometresBetween, placeOf } from './places.ts';
import type { Hop, Route } from './routes.ts';
import { carrierOf, sampleCarriers } from './sample-carriers.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Special cases of one direction of a journey. They apply to its first stop or first leg. */
export interface SpecialCases {
  /** Length of the first layover. `nextEvening` is for evening departures, which then arrive two days later. */
  layover: 'normal' | 'short' | 'overnight' | 'nextEvening';
  /** Whether the first leg is a codeshare. */
  isCodeshare: boolean;
  /** Whether the aircraft of the first leg is unknown. */
  lacksAircraft: boolean;
  /** Whether the first leg is in a different class from the one requested. */
  isMixedClass: boolean;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Creates one direction of a journey in the supplier's format.
 * @param departsAt local departure time at the first airport (minutes after midnight)
 */
export function createSegment(
  route: Route,
  date: IsoDate,
  departsAt: number,
  specialCases: SpecialCases,
  travelClass: TravelClass,
  random: SeededRandom,
): WireSegment {
  const [first] = route.hops;
  if (!first) throw new RangeError('The route has no hops');
  let departure = timestampAt(Date.parse(date) / 1000 + departsAt * minute, placeOf(first.from).timeZone);
  const legs: WireLeg[] = [];
  const transfers: WireTransfer[] = [];
  for (const [index, hop] of route.hops.entries()) {
    const previous = legs[legs.length - 1];
    if (previous) {
      const layover = index === 1 ? specialCases.layover : 'normal';
      departure = chooseOnwardDeparture(previous, hop, layover, route.isSingleTicket, random);
      transfers.push(createTransfer(previous, hop, departure, route.isSingleTicket));
    }
    const isFirst = index === 0;
    legs.push({
      ...createTimeFields(hop, departure),
      delay: previous ? (departure - previous.arrival_timestamp) / minute : 0,
      ...createCarrierFields(hop, isFirst && specialCases.isCodeshare, random),
      ...createVehicleFields(hop, isFirst && specialCases.lacksAircraft, random),
      technical_stops: hop.technicalStop ? [{ airport_code: hop.technicalStop }] : random.pick([null, []]),
      trip_class: isFirst && specialCases.isMixedClass ? otherClass(travelClass) : travelClass,
      seats: random.integer(1, 9),
    });
  }
  return { flight: legs, ...(transfers.length > 0 && { transfers }), tags: createSegmentTags(legs, transfers) };
}

function createTimeFields(hop: Hop, departure: number) {
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
 * Returns the flight time (min): climb and descent, plus cruise at about 800 km/h. Flights are slower westwards,
 * against the wind. A technical stop adds an hour.
 */
function minutesOf(hop: Hop): number {
  if (isTrain(hop)) return roundToFive(20 + kilometresBetween(hop.from, hop.to) / 1.8);
  if (hop.technicalStop) {
    const { from, to, carrier, technicalStop } = hop;
    return minutesOf({ from, to: technicalStop, carrier }) + 60 + minutesOf({ from: technicalStop, to, carrier });
  }
  const isWestward = placeOf(hop.to).longitude < placeOf(hop.from).longitude;
  return roundToFive(35 + (kilometresBetween(hop.from, hop.to) / 13.4) * (isWestward ? 1.03 : 0.97));
}

const roundToFive = (minutes: number) => Math.round(minutes / 5) * 5;

/** Whether the hop is one of Lufthansa's trains between Frankfurt airport and nearby cities. */
function isTrain({ from, to, carrier }: Hop): boolean {
  return (
    carrier === 'LH' &&
    [from, to].includes('FRA') &&
    ['CGN', 'DUS', 'STR', 'NUE'].some((code) => [from, to].includes(code))
  );
}

/** Returns the departure timestamp of the next hop. */
function chooseOnwardDeparture(
  previous: WireLeg,
  hop: Hop,
  layover: SpecialCases['layover'],
  isSingleTicket: boolean,
  random: SeededRandom,
): number {
  if (layover === 'normal' || layover === 'short') {
    const hasAirportChange = previous.arrival !== hop.from;
    const [min, max] = hasAirportChange
      ? [210, 420]
      : !isSingleTicket
        ? [150, 360]
        : layover === 'short'
          ? [50, 55]
          : [60, 240];
    return previous.arrival_timestamp + roundToFive(random.integer(min, max)) * minute;
  }
  const [departureHour, minLayover] = layover === 'overnight' ? [7, 5 * hour] : [23, 3 * hour];
  const earliest = previous.local_arrival_timestamp + minLayover;
  const localDeparture = earliest + ((((departureHour * hour - earliest) % day) + day) % day);
  return timestampAt(localDeparture + roundToFive(random.integer(0, 50)) * minute, placeOf(hop.from).timeZone);
}

function createTransfer(previous: WireLeg, hop: Hop, departure: number, isSingleTicket: boolean): WireTransfer {
  const seconds = departure - previous.arrival_timestamp;
  const localDeparture = wallClock(departure, placeOf(hop.from).timeZone);
  const isOvernight = isOvernightLayover(previous.local_arrival_timestamp, localDeparture);
  const tags = [
    ...(previous.arrival === hop.from ? [] : ['airport_change']),
    ...(isSingleTicket ? ['convenient_ticket'] : ['self_transfer']),
    ...(isOvernight ? ['overnight_layover', 'night_transfer'] : []),
    ...(seconds >= 8 * hour ? ['long_layover'] : seconds <= hour ? ['short_layover'] : []),
  ];
  return {
    at: previous.arrival,
    to: hop.from,
    duration_seconds: seconds,
    night_transfer: isOvernight,
    ...(!isSingleTicket && { recheck_baggage: true }),
    tags,
  };
}

/** Whether a layover includes at least four hours between midnight and six (local time). */
function isOvernightLayover(localArrival: number, localDeparture: number): boolean {
  const midnight = Math.floor(localDeparture / day) * day;
  return Math.min(localDeparture, midnight + 6 * hour) - Math.max(localArrival, midnight) >= 4 * hour;
}

function createSegmentTags(legs: WireLeg[], transfers: WireTransfer[]): string[] {
  return [
    ...(legs.length === 1 && !legs[0]?.technical_stops?.length ? ['direct'] : []),
    ...(legs.some(({ technical_stops }) => technical_stops?.length) ? ['with_tech_stops'] : []),
    ...(transfers.some(({ duration_seconds }) => duration_seconds >= 8 * hour) ? ['long_transfer'] : []),
    ...(transfers.some(({ night_transfer }) => night_transfer) ? ['has_night_transfer'] : []),
  ];
}

function createCarrierFields(hop: Hop, isCodeshare: boolean, random: SeededRandom) {
  const { code, alliance } = carrierOf(hop.carrier);
  const [partner, ...others] = sampleCarriers.filter(
    (other) => alliance && other.alliance === alliance && other.code !== code,
  );
  const flightNumber = random.integer(100, 2999);
  if (!isCodeshare || !partner) {
    return { marketing_carrier: code, operating_carrier: code, operated_by: code, number: String(flightNumber) };
  }
  const seller = random.pick([partner, ...others]).code;
  return { marketing_carrier: seller, operating_carrier: code, operated_by: code, number: 5000 + flightNumber };
}

function createVehicleFields(hop: Hop, lacksAircraft: boolean, random: SeededRandom): Partial<WireLeg> {
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

/** Returns business class if economy class was requested, or else economy class. */
function otherClass(travelClass: TravelClass): TravelClass {
  return travelClass === 'Y' ? 'C' : 'Y';
}
