import { type Leg, type TravelClass, travelClasses } from '../../../model/flight.ts';
import { isRecord, readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';
import { readText } from './supplier-text.ts';

/** Range of plausible timestamps (s). Others are errors, such as zero or milliseconds, or are too large for a Date. */
const timestampRange = { min: Date.UTC(2000) / 1000, max: Date.UTC(2100) / 1000 };
/** Largest UTC offset (s). */
const maxUtcOffset = 14 * 3600;
/** Longest plausible leg (s): the longest flights take 19 hours, and a sleeper train may take two nights. */
const maxLegSeconds = 3 * 24 * 3600;
const maxTechnicalStops = 8;

/** Parses one `flight` of a segment. @returns undefined if airports or times are missing or impossible */
export function readLeg(value: unknown, cache: ParseCache): Leg | undefined {
  if (!isRecord(value)) return undefined;
  const from = cache.airport(value.departure);
  const to = cache.airport(value.arrival);
  const dep = readTimestamp(value.departure_timestamp);
  const arr = readTimestamp(value.arrival_timestamp);
  if (!from || !to || dep === undefined || arr === undefined) return undefined;
  if (arr <= dep || arr - dep > maxLegSeconds) return undefined;

  const marketingCarrier = cache.carrier(value.marketing_carrier);
  const leg: Leg = {
    from,
    to,
    dep,
    arr,
    localDep: readLocalTime(value.local_departure_timestamp, value.departure_date, value.departure_time, dep),
    localArr: readLocalTime(value.local_arrival_timestamp, value.arrival_date, value.arrival_time, arr),
    minutes: readMinutes(value.duration) ?? Math.round((arr - dep) / 60),
    carrier: cache.carrier(value.operating_carrier) || marketingCarrier,
    marketingCarrier,
    number: readText(typeof value.number === 'number' ? String(value.number) : value.number),
    technicalStops: readTechnicalStops(value.technical_stops, cache),
  };
  const aircraft = cache.text(value.aircraft) || cache.text(value.equipment);
  if (aircraft) leg.aircraft = aircraft;
  const cabin = readCabin(value.trip_class);
  if (cabin) leg.cabin = cabin;
  if (value.is_bus === true) leg.vehicle = 'bus';
  else if (value.is_train === true) leg.vehicle = 'train';
  return leg;
}

function readTimestamp(value: unknown): number | undefined {
  const seconds = readNumber(value);
  if (seconds === undefined || seconds < timestampRange.min || seconds >= timestampRange.max) return undefined;
  return Math.floor(seconds);
}

/** Reads a local time from the timestamp, or else from date and time (`2027-03-26`, `22:20`), or else returns UTC. */
function readLocalTime(timestamp: unknown, date: unknown, time: unknown, utc: number): number {
  const local = readTimestamp(timestamp);
  if (local !== undefined && Math.abs(local - utc) <= maxUtcOffset) return local;
  const hasText = typeof date === 'string' && typeof time === 'string';
  const parsed = hasText ? Math.floor(Date.parse(`${date.trim()}T${time.trim()}Z`) / 1000) : NaN;
  return Math.abs(parsed - utc) <= maxUtcOffset ? parsed : utc;
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
