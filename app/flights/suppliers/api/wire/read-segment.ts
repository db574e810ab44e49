import { isLayover, minutesBetween } from '../../../model/contradictions.ts';
import type { Leg, Segment, Stop } from '../../../model/flight.ts';
import type { DropCounts } from './drop-counts.ts';
import { isRecord, readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';
import { readLeg } from './read-leg.ts';

const maxLegs = 12;
/** Longest plausible layover (min). */
const maxLayoverMinutes = 7 * 24 * 60;

/**
 * Parses one segment of a proposal. `segments_time` is ignored, because some responses give it in local time and
 * others in UTC.
 * @returns undefined if a leg is invalid or a layover impossibly long; the reason is counted in `drops`
 */
export function readSegment(value: unknown, cache: ParseCache, drops: DropCounts): Segment | undefined {
  if (!isRecord(value) || !Array.isArray(value.flight) || value.flight.length > maxLegs) {
    drops.add('invalid legs');
    return undefined;
  }
  const flights: unknown[] = value.flight;
  const legs: Leg[] = [];
  for (const flight of flights) {
    const leg = readLeg(flight, cache, drops);
    if (!leg) return undefined;
    legs.push(leg);
  }
  const first = legs[0];
  const last = legs[legs.length - 1];
  if (!first || !last) {
    drops.add('invalid legs');
    return undefined;
  }
  if (last.arr <= first.dep) {
    drops.add('impossible time');
    return undefined;
  }
  const stops = readStops(legs, flights, value.transfers);
  if (!areAllDefined(stops)) {
    drops.add('impossible layover');
    return undefined;
  }
  const segment: Segment = {
    from: first.from,
    to: last.to,
    dep: first.dep,
    arr: last.arr,
    duration: legs.reduce((minutes, leg) => minutes + leg.minutes, 0),
    elapsed: Math.round((last.arr - first.dep) / 60),
    carrier: first.carrier,
    legs,
    stops,
  };
  if (first.aircraft) segment.aircraft = first.aircraft;
  return segment;
}

function areAllDefined<Value>(values: (Value | undefined)[]): values is Value[] {
  return !values.includes(undefined);
}

/** Reads the stops between consecutive legs; an invalid stop is undefined. */
function readStops(legs: readonly Leg[], flights: readonly unknown[], transfers: unknown): (Stop | undefined)[] {
  const wireTransfers: readonly unknown[] = Array.isArray(transfers) ? transfers : [];
  return legs.slice(1).map((leg, index) => {
    const previous = legs[index] ?? leg;
    const minutes = readLayover(wireTransfers[index], previous, leg, flights[index + 1]);
    return minutes === undefined ? undefined : { airport: previous.to, departsFrom: leg.from, minutes };
  });
}

/**
 * Reads a layover (min): what the transfer or the next leg's `delay` states, or else the time between the legs. If one of
 * them does not match the times, it is the one that is read, so that `contradictions.ts` finds it. A delay of 0 is how
 * some responses leave it out.
 * @param flight the raw next leg
 * @returns the rounded minutes, less than 0 if the next leg departs first; undefined if the legs are implausibly far apart
 */
function readLayover(transfer: unknown, previous: Leg, next: Leg, flight: unknown): number | undefined {
  const seconds = isRecord(transfer) ? readNumber(transfer.duration_seconds) : undefined;
  const delay = isRecord(flight) ? readNumber(flight.delay) : undefined;
  const stated = [...(seconds === undefined ? [] : [seconds / 60]), ...(delay ? [delay] : [])];
  const between = minutesBetween(previous, next);
  // Adding 0 turns -0 into 0, because JSON does not preserve -0.
  const minutes = Math.round(stated.find((layover) => !isLayover(layover, between)) ?? stated[0] ?? between) + 0;
  return between <= maxLayoverMinutes && Number.isSafeInteger(minutes) ? minutes : undefined;
}
