import type { FareTerm, Offer, Segment } from '../../../model/flight.ts';
import { isRecord, readNumber } from './json-values.ts';

/** Partners report at most nine seats, however many there are. */
const maxSeats = 9;

/**
 * Reads whether the tickets of a fare can be refunded and changed before departure.
 * @param infos `flight_additional_tariff_infos` by segment and leg. Each leg has `return_before_flight` and
 *   `change_before_flight`, which are either true or false, or `{available, penalty: {value, currency_code}}`. Terms
 *   after departure are ignored, because they do not help visitors choose a flight.
 * @returns the terms for the whole journey; a term is missing if the legs do not settle it
 */
export function readFareTerms(infos: unknown, segments: readonly Segment[]): Pick<Offer, 'refund' | 'change'> {
  if (typeof infos !== 'object' || infos === null) return {};
  const refund = worstTerm(infos, 'return_before_flight', segments);
  const change = worstTerm(infos, 'change_before_flight', segments);
  return { ...(refund && { refund }), ...(change && { change }) };
}

/** Returns the term of the worst leg: `no` if any leg says so, otherwise undefined if any leg does not say. */
function worstTerm(infos: object, name: string, segments: readonly Segment[]): FareTerm | undefined {
  let isStated = segments.length > 0;
  let worst: FareTerm = 'yes';
  for (let segment = 0; segment < segments.length; segment += 1) {
    const segmentInfo: unknown = Array.isArray(infos) ? infos[segment] : infos;
    const legCount = segments[segment]?.legs.length ?? 0;
    for (let leg = 0; leg < legCount; leg += 1) {
      const legInfo: unknown = Array.isArray(segmentInfo) ? segmentInfo[leg] : segmentInfo;
      const term = isRecord(legInfo) ? readTerm(legInfo[name]) : undefined;
      if (term === 'no') return 'no';
      if (term === undefined) isStated = false;
      else if (term === 'fee') worst = 'fee';
    }
  }
  return isStated ? worst : undefined;
}

/** A penalty without an amount counts as a fee; only a penalty of 0 counts as none. */
function readTerm(value: unknown): FareTerm | undefined {
  const isAvailable = isRecord(value) ? value.available : value;
  if (isAvailable === false) return 'no';
  if (isAvailable !== true) return undefined;
  return isRecord(value) && isRecord(value.penalty) && readNumber(value.penalty.value) !== 0 ? 'fee' : 'yes';
}

/**
 * Returns the fewest seats left on any leg; undefined if no leg states any. Nine stands for nine or more.
 * @param wireSegments the raw segments of a proposal
 */
export function readSeatsLeft(wireSegments: readonly unknown[]): number | undefined {
  let fewest: number | undefined;
  for (const segment of wireSegments) {
    if (!isRecord(segment) || !Array.isArray(segment.flight)) continue;
    for (const leg of segment.flight as unknown[]) {
      const seats = isRecord(leg) ? readNumber(leg.seats) : undefined;
      if (seats === undefined || !Number.isInteger(seats) || seats < 1 || seats > maxSeats) continue;
      if (fewest === undefined || seats < fewest) fewest = seats;
    }
  }
  return fewest;
}
