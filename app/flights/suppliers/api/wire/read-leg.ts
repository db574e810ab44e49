import { type Leg, type TravelClass, travelClasses } from '../../../model/flight.ts';
import type { DropCounts } from './drop-counts.ts';
import { isRecord, readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';
import { readMoment } from './read-moment.ts';
import { isSurfaceEquipment, readVehicle } from './read-vehicle.ts';
import { readText } from './supplier-text.ts';

/** Longest plausible leg (s): the longest flights take 19 hours, and a sleeper train may take two nights. */
const maxLegSeconds = 3 * 24 * 3600;
const maxTechnicalStops = 8;

/**
 * Parses one `flight` of a segment.
 * @returns undefined if airports or times are missing or impossible; the reason is counted in `drops`
 */
export function readLeg(value: unknown, cache: ParseCache, drops: DropCounts): Leg | undefined {
  if (!isRecord(value)) {
    drops.add('invalid legs');
    return undefined;
  }
  const from = cache.airport(value.departure);
  const to = cache.airport(value.arrival);
  if (!from || !to) {
    drops.add('no airport');
    return undefined;
  }
  const departure = readMoment(
    {
      utc: value.departure_timestamp,
      local: value.local_departure_timestamp,
      date: value.departure_date,
      time: value.departure_time,
    },
    from,
    cache,
    drops,
  );
  const arrival =
    departure &&
    readMoment(
      {
        utc: value.arrival_timestamp,
        local: value.local_arrival_timestamp,
        date: value.arrival_date,
        time: value.arrival_time,
      },
      to,
      cache,
      drops,
    );
  if (!departure || !arrival) return undefined;
  const [dep, arr] = [departure.utc, arrival.utc];
  if (arr <= dep || arr - dep > maxLegSeconds) {
    drops.add('impossible time');
    return undefined;
  }

  const marketingCarrier = cache.carrier(value.marketing_carrier);
  const leg: Leg = {
    from,
    to,
    dep,
    arr,
    localDep: departure.local,
    localArr: arrival.local,
    minutes: readMinutes(value.duration) ?? Math.round((arr - dep) / 60),
    carrier: cache.carrier(value.operating_carrier) || marketingCarrier,
    marketingCarrier,
    number: readFlightNumber(value.number, [marketingCarrier, cache.carrier(value.operating_carrier)]),
    technicalStops: readTechnicalStops(value.technical_stops, cache),
  };
  const equipment = [cache.text(value.aircraft), cache.text(value.equipment)];
  const vehicle = readVehicle(value, equipment, leg);
  if (vehicle) leg.vehicle = vehicle;
  const aircraft = equipment.find((name) => name !== '' && !isSurfaceEquipment(name));
  if (aircraft && !vehicle) leg.aircraft = aircraft;
  const cabin = readCabin(value.trip_class);
  if (cabin) leg.cabin = cabin;
  if (departure.isDisputed || arrival.isDisputed) leg.hasDisputedTime = true;
  return leg;
}

/** Reads a flight number. Some responses repeat the airline's code in it: `LH632`, `LH 632`. @returns `632`; or empty */
function readFlightNumber(value: unknown, carriers: readonly string[]): string {
  const number = readText(typeof value === 'number' ? String(value) : value);
  for (const carrier of carriers) {
    if (carrier !== '' && number.toUpperCase().startsWith(carrier)) {
      return number.slice(carrier.length).replace(/^[\s-]+/, '');
    }
  }
  return number;
}

function readMinutes(value: unknown): number | undefined {
  const minutes = Math.round(readNumber(value) ?? 0);
  return minutes > 0 && minutes <= maxLegSeconds / 60 ? minutes : undefined;
}

function readTechnicalStops(value: unknown, { airport }: ParseCache): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, maxTechnicalStops)
    .map((stop: unknown) => (isRecord(stop) ? airport(stop.airport_code) : ''))
    .filter((code) => code !== '');
}

function readCabin(value: unknown): TravelClass | undefined {
  return typeof value === 'string' ? travelClasses.find((cabin) => cabin === value.toUpperCase()) : undefined;
}
