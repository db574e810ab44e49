import { travelClasses, type Leg, type TravelClass } from '../flight.ts';
import { isRecord, readNumber } from './json-values.ts';
import { readText } from './outside-text.ts';
import type { Vocabulary } from './vocabulary.server.ts';

/** Moments outside of it are mistakes (milliseconds, zero), and far outside no date can be made of them (s). */
const moments = { first: Date.UTC(2000) / 1000, last: Date.UTC(2100) / 1000 };
/** Clocks differ from UTC by 14 hours at most (s). */
const widestOffset = 14 * 3600;
/** The longest flights take 19 hours; a sleeper train may take two nights (s). */
const longestLeg = 3 * 24 * 3600;
const mostTechnicalStops = 8;

/** One `flight` of a segment; undefined where its airports or times are missing or cannot be. */
export function readLeg(value: unknown, vocabulary: Vocabulary): Leg | undefined {
  if (!isRecord(value)) return undefined;
  const from = vocabulary.airport(value.departure);
  const to = vocabulary.airport(value.arrival);
  const dep = readMoment(value.departure_timestamp);
  const arr = readMoment(value.arrival_timestamp);
  if (!from || !to || dep === undefined || arr === undefined) return undefined;
  if (arr <= dep || arr - dep > longestLeg) return undefined;

  const marketingCarrier = vocabulary.carrier(value.marketing_carrier);
  const leg: Leg = {
    from,
    to,
    dep,
    arr,
    localDep: readLocal(value.local_departure_timestamp, value.departure_date, value.departure_time, dep),
    localArr: readLocal(value.local_arrival_timestamp, value.arrival_date, value.arrival_time, arr),
    minutes: readMinutes(value.duration) ?? Math.round((arr - dep) / 60),
    carrier: vocabulary.carrier(value.operating_carrier) || marketingCarrier,
    marketingCarrier,
    number: readText(typeof value.number === 'number' ? String(value.number) : value.number),
    technicalStops: readTechnicalStops(value.technical_stops, vocabulary),
  };
  const aircraft = vocabulary.text(value.aircraft) || vocabulary.text(value.equipment);
  if (aircraft) leg.aircraft = aircraft;
  const cabin = readCabin(value.trip_class);
  if (cabin) leg.cabin = cabin;
  if (value.is_bus === true) leg.vehicle = 'bus';
  else if (value.is_train === true) leg.vehicle = 'train';
  return leg;
}

function readMoment(value: unknown): number | undefined {
  const moment = readNumber(value);
  return moment !== undefined && moment >= moments.first && moment < moments.last ? Math.floor(moment) : undefined;
}

/** A wall clock: as a timestamp, else as date and time (`2027-03-26`, `22:20`), else UTC. */
function readLocal(timestamp: unknown, date: unknown, time: unknown, utc: number): number {
  const local = readMoment(timestamp);
  if (local !== undefined && Math.abs(local - utc) <= widestOffset) return local;
  const isWritten = typeof date === 'string' && typeof time === 'string';
  const written = isWritten ? Math.floor(Date.parse(`${date.trim()}T${time.trim()}Z`) / 1000) : NaN;
  return Math.abs(written - utc) <= widestOffset ? written : utc;
}

function readMinutes(value: unknown): number | undefined {
  const minutes = Math.round(readNumber(value) ?? 0);
  return minutes > 0 && minutes <= longestLeg / 60 ? minutes : undefined;
}

function readTechnicalStops(value: unknown, { airport }: Vocabulary): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, mostTechnicalStops)
    .map((stop: unknown) => (isRecord(stop) ? airport(stop.airport_code) : ''))
    .filter((code) => code !== '');
}

function readCabin(value: unknown): TravelClass | undefined {
  return typeof value === 'string' ? travelClasses.find((cabin) => cabin === value.toUpperCase()) : undefined;
}
