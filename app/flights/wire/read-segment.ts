import type { Leg, Segment, Stop } from '../flight.ts';
import { isRecord, readNumber } from './json-values.ts';
import { readLeg } from './read-leg.ts';

const mostLegs = 12;
/** Waiting longer is no layover (min). */
const longestLayover = 7 * 24 * 60;

/**
 * One direction of a proposal, with its legs. `segments_time` of the format is not used: it is local in some years and
 * UTC in others.
 * @returns undefined where a leg cannot be used, or a leg departs before the one before it has arrived
 */
export function readSegment(value: unknown): Segment | undefined {
  if (!isRecord(value) || !Array.isArray(value.flight) || value.flight.length > mostLegs) return undefined;
  const transfers: unknown[] = Array.isArray(value.transfers) ? value.transfers : [];
  const legs: Leg[] = [];
  const stops: Stop[] = [];
  let duration = 0;
  for (const flight of value.flight as unknown[]) {
    const leg = readLeg(flight);
    if (!leg) return undefined;
    const before = legs[legs.length - 1];
    if (before) {
      const minutes = readWaiting(transfers[stops.length], before, leg, flight);
      if (minutes === undefined) return undefined;
      stops.push({ airport: before.to, departsFrom: leg.from, minutes });
    }
    legs.push(leg);
    duration += leg.minutes;
  }
  const first = legs[0];
  const last = legs[legs.length - 1];
  if (!first || !last || last.arr <= first.dep) return undefined;
  const segment: Segment = {
    from: first.from,
    to: last.to,
    dep: first.dep,
    arr: last.arr,
    duration,
    elapsed: Math.round((last.arr - first.dep) / 60),
    carrier: first.carrier,
    legs,
    stops,
  };
  if (first.aircraft) segment.aircraft = first.aircraft;
  return segment;
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
