import type { Leg, Segment, Stop } from '../../../model/flight.ts';
import { isRecord, readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';
import { readLeg } from './read-leg.ts';

const maxLegs = 12;
/** Longest plausible layover (min). */
const maxLayoverMinutes = 7 * 24 * 60;

/**
 * Parses one direction of a proposal. `segments_time` is ignored: it is local in some years and UTC in others.
 * @returns undefined if a leg is invalid, or departs before the previous one arrives with no stated layover
 */
export function readSegment(value: unknown, cache: ParseCache): Segment | undefined {
  if (!isRecord(value) || !Array.isArray(value.flight) || value.flight.length > maxLegs) return undefined;
  const flights: unknown[] = value.flight;
  const legs = flights.map((flight) => readLeg(flight, cache));
  if (!areAllUsable(legs)) return undefined;
  const first = legs[0];
  const last = legs[legs.length - 1];
  if (!first || !last || last.arr <= first.dep) return undefined;
  const stops = readStops(legs, flights, value.transfers);
  if (!areAllUsable(stops)) return undefined;
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

function areAllUsable<Part>(parts: (Part | undefined)[]): parts is Part[] {
  return !parts.includes(undefined);
}

/** One stop between each two legs; undefined in place of an invalid one. */
function readStops(legs: readonly Leg[], flights: readonly unknown[], transfers: unknown): (Stop | undefined)[] {
  const wireTransfers: readonly unknown[] = Array.isArray(transfers) ? transfers : [];
  return legs.slice(1).map((leg, index) => {
    const before = legs[index] ?? leg;
    const minutes = readWaiting(wireTransfers[index], before, leg, flights[index + 1]);
    return minutes === undefined ? undefined : { airport: before.to, departsFrom: leg.from, minutes };
  });
}

/** Layover (min): as the transfer states it, else the time between the legs, else as the later leg states it. */
function readWaiting(transfer: unknown, before: Leg, after: Leg, flight: unknown): number | undefined {
  return (
    plausible(isRecord(transfer) ? readSeconds(transfer.duration_seconds) : undefined) ??
    plausible((after.dep - before.arr) / 60) ??
    plausible(isRecord(flight) ? readNumber(flight.delay) : undefined)
  );
}

function readSeconds(value: unknown): number | undefined {
  const seconds = readNumber(value);
  return seconds === undefined ? undefined : seconds / 60;
}

function plausible(minutes: number | undefined): number | undefined {
  return minutes !== undefined && minutes >= 0 && minutes <= maxLayoverMinutes ? Math.round(minutes) : undefined;
}
