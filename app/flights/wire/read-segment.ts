import type { Leg, Segment, Stop } from '../flight.ts';
import { isRecord, readNumber } from './json-values.ts';
import { readLeg } from './read-leg.ts';
import type { Vocabulary } from './vocabulary.server.ts';

const mostLegs = 12;
/** Waiting longer is no layover (min). */
const longestLayover = 7 * 24 * 60;

/**
 * One direction of a proposal, with its legs. `segments_time` of the format is not used: it is local in some years and
 * UTC in others.
 * @returns undefined where a leg cannot be used, or departs before the one before it arrives and nothing says how long
 *   the wait is
 */
export function readSegment(value: unknown, vocabulary: Vocabulary): Segment | undefined {
  if (!isRecord(value) || !Array.isArray(value.flight) || value.flight.length > mostLegs) return undefined;
  const flights: unknown[] = value.flight;
  const legs = flights.map((flight) => readLeg(flight, vocabulary));
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

/** One between each two legs; undefined in place of one that cannot be. */
function readStops(legs: readonly Leg[], flights: readonly unknown[], transfers: unknown): (Stop | undefined)[] {
  const wireTransfers: readonly unknown[] = Array.isArray(transfers) ? transfers : [];
  return legs.slice(1).map((leg, index) => {
    const before = legs[index] ?? leg;
    const minutes = readWaiting(wireTransfers[index], before, leg, flights[index + 1]);
    return minutes === undefined ? undefined : { airport: before.to, departsFrom: leg.from, minutes };
  });
}

/** What the transfer says, else what lies between the legs, else what the later leg says (min). */
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
  return minutes !== undefined && minutes >= 0 && minutes <= longestLayover ? Math.round(minutes) : undefined;
}
