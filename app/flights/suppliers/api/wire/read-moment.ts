import type { DropCounts } from './drop-counts.ts';
import { readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';

/** Range of plausible timestamps (s). Others are errors, such as zero or milliseconds, or are too large for a Date. */
const timestampRange = { min: Date.UTC(2000) / 1000, max: Date.UTC(2100) / 1000 };
/** The only accepted format: `Date.parse` may read others in the American order. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
/** Largest UTC offset of any time zone (s). */
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
  /** Set if the sources of the local time disagree without a majority: then `local` is any of them. */
  isDisputed?: true;
}

/**
 * Reads when a leg departs or arrives. There are up to three sources of the local time: the local timestamp, the date
 * and time in words, and the timestamp in the airport's time zone. What most of them say is believed: real responses
 * have local timestamps that contain UTC. Sources that are missing say nothing.
 * @param airport IATA code
 * @returns undefined if no time is stated, or only the local time at an airport whose time zone is unknown; the reason
 *   is counted in `drops`
 */
export function readMoment(
  { utc, local, date, time }: MomentFields,
  airport: string,
  cache: ParseCache,
  drops: DropCounts,
): Moment | undefined {
  const timestamp = readTimestamp(utc);
  const timeZone = cache.timeZone(airport);
  const zoned = timestamp !== undefined && timeZone ? cache.wallClock(timestamp, timeZone) : undefined;
  const sources = [readTimestamp(local), readDateAndTime(date, time), zoned].filter((source) => source !== undefined);
  const [first] = sources;
  if (first === undefined) {
    if (timestamp !== undefined) return { utc: timestamp, local: timestamp };
    drops.add('no time');
    return undefined;
  }
  const believed = mostStated(sources);
  if (timestamp !== undefined) {
    const isPossible = zoned !== undefined || Math.abs((believed ?? first) - timestamp) <= maxUtcOffset;
    if (believed !== undefined && isPossible) return { utc: timestamp, local: believed };
    return { utc: timestamp, local: zoned ?? timestamp, isDisputed: true };
  }
  if (!timeZone) {
    drops.add('no time zone');
    return undefined;
  }
  const moment = { utc: cache.timestampAt(first, timeZone), local: first };
  return believed === undefined ? { ...moment, isDisputed: true } : moment;
}

/** Returns the local time on which all of at most three sources agree, or two of three; undefined if there is none. */
function mostStated(sources: readonly number[]): number | undefined {
  const votes = (source: number) => sources.filter((other) => isSameMinute(source, other)).length;
  return sources.find((source) => votes(source) > sources.length / 2);
}

/** Times in words have no seconds. */
function isSameMinute(one: number, other: number): boolean {
  return Math.floor(one / 60) === Math.floor(other / 60);
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
