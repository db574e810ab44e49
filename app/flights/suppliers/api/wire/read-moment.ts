import type { DropCounts } from './drop-counts.ts';
import { readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';

/** Range of plausible timestamps (s). Others are errors, such as zero or milliseconds, or are too large for a Date. */
const timestampRange = { min: Date.UTC(2000) / 1000, max: Date.UTC(2100) / 1000 };
/** The only accepted format: `Date.parse` may read others in the American order. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
/** Largest UTC offset (s). */
const maxUtcOffset = 14 * 3600;

/** The fields of a leg that state when it departs or arrives. */
interface MomentFields {
  /** Timestamp (s). */
  utc: unknown;
  /** Local wall-clock time, stored as if it were UTC (s). */
  local: unknown;
  /** Local date and time: `2027-03-26`, `22:20`. */
  date: unknown;
  time: unknown;
}

/** A point in time (s), and the wall-clock time at the airport, stored as if it were UTC. */
export interface Moment {
  utc: number;
  local: number;
}

/**
 * Reads when a leg departs or arrives. Some responses state the timestamp, others only the local time;
 * the missing one is derived with the airport's time zone.
 * @param airport IATA code
 * @returns undefined if neither is stated, or only the local time at an airport whose time zone is unknown; the reason
 *   is counted in `drops`
 */
export function readMoment(
  { utc, local, date, time }: MomentFields,
  airport: string,
  cache: ParseCache,
  drops: DropCounts,
): Moment | undefined {
  const timestamp = readTimestamp(utc);
  const localTimestamp = readTimestamp(local);
  if (timestamp === undefined) {
    const wallTime = localTimestamp ?? readDateAndTime(date, time);
    if (wallTime === undefined) {
      drops.add('no time');
      return undefined;
    }
    const timeZone = cache.timeZone(airport);
    if (!timeZone) {
      drops.add('no time zone');
      return undefined;
    }
    return { utc: cache.timestampAt(wallTime, timeZone), local: wallTime };
  }
  if (isLocalTimeOf(localTimestamp, timestamp)) return { utc: timestamp, local: localTimestamp };
  const wallTime = readDateAndTime(date, time);
  if (isLocalTimeOf(wallTime, timestamp)) return { utc: timestamp, local: wallTime };
  const timeZone = cache.timeZone(airport);
  return { utc: timestamp, local: timeZone ? cache.wallClock(timestamp, timeZone) : timestamp };
}

/** Whether a wall-clock time may be that of a timestamp, in any time zone. */
function isLocalTimeOf(wallTime: number | undefined, timestamp: number): wallTime is number {
  return wallTime !== undefined && Math.abs(wallTime - timestamp) <= maxUtcOffset;
}

function readTimestamp(value: unknown): number | undefined {
  const seconds = readNumber(value);
  return seconds === undefined ? undefined : plausible(Math.floor(seconds));
}

function readDateAndTime(date: unknown, time: unknown): number | undefined {
  if (typeof date !== 'string' || typeof time !== 'string') return undefined;
  const text = `${date.trim()}T${time.trim()}Z`;
  return isoTime.test(text) ? plausible(Math.floor(Date.parse(text) / 1000)) : undefined;
}

function plausible(seconds: number): number | undefined {
  return seconds >= timestampRange.min && seconds < timestampRange.max ? seconds : undefined;
}
