import { type Segment, type Warning, warnings } from '../../../model/flight.ts';
import { isNight } from '../../../model/night.ts';
import { isRecord } from './json-values.ts';

/** Bit flags that represent warnings while parsing, in the order of {@link warnings}. */
const flags = {
  self_transfer: 1,
  airport_change: 2,
  short_connection: 4,
  overnight_layover: 8,
} as const satisfies Record<Warning, number>;
/** Lists of warnings by combination of flags. */
const warningsByFlags = Array.from({ length: 16 }, (_, combined) =>
  warnings.filter((warning) => combined & flags[warning]),
);

const flagByTag: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['self_transfer', flags.self_transfer],
  ['airport_change', flags.airport_change],
  ['overnight_layover', flags.overnight_layover],
  ['has_night_transfer', flags.overnight_layover],
  ['night_transfer', flags.overnight_layover],
]);

/** Separate tickets: `virtual_interline_baggage`, `virtual_interline_domestic` and others. */
const virtualInterlinePrefix = 'virtual_interline';

/** A connection shorter than this (min) is easily missed, by a patient in particular. */
const shortConnection = 60;

/** Reads the warnings of a proposal's fares. */
export interface WarningReader {
  /** @param fare the raw fare @returns warnings by segment */
  ofFare(fare: Record<string, unknown>): Warning[][];
}

/**
 * Determines the warnings of each segment from tags (spec, section 9), transfers and legs, and from the terms of each
 * fare, because one partner may sell on separate tickets what another sells on one. `visa_rules` are ignored, because
 * they apply to Russian citizens.
 * @param wireSegments the raw segments that `segments` were parsed from, in the same order
 */
export function readWarnings(
  proposal: Record<string, unknown>,
  wireSegments: readonly unknown[],
  segments: readonly Segment[],
): WarningReader {
  const segmentFlags = segments.map((segment, index) => readSegmentFlags(wireSegments[index], segment));
  let proposalFlags = readTagFlags(proposal.tags);
  if (proposal.is_virtual_interline === true) proposalFlags |= flags.self_transfer;
  const shared = toWarnings(addUnassignedFlags(segmentFlags, proposalFlags, segments));
  return {
    ofFare(fare) {
      if (fare.transfer_terms === undefined && fare.tags === undefined) return shared;
      const terms: readonly unknown[] = Array.isArray(fare.transfer_terms) ? fare.transfer_terms : [];
      const termFlags = segments.map((_, index) => readTransferTermFlags(terms[index]));
      const fareFlags = readTagFlags(fare.tags);
      if (fareFlags === 0 && !termFlags.some(Boolean)) return shared;
      const combined = segmentFlags.map((own, index) => own | (termFlags[index] ?? 0));
      return toWarnings(addUnassignedFlags(combined, proposalFlags | fareFlags, segments));
    },
  };
}

function toWarnings(segmentFlags: readonly number[]): Warning[][] {
  return segmentFlags.map((combined) => warningsByFlags[combined] ?? []);
}

/**
 * Adds the flags of a proposal or fare, whose tags do not say which segment they refer to. Flags that any segment
 * already has are repeats; all others apply to every segment with a stop.
 */
function addUnassignedFlags(
  segmentFlags: readonly number[],
  unassignedFlags: number,
  segments: readonly Segment[],
): number[] {
  let missing = unassignedFlags;
  for (const combined of segmentFlags) missing &= ~combined;
  const isNonStop = segments.every(({ stops }) => stops.length === 0);
  return segmentFlags.map((combined, index) =>
    isNonStop || (segments[index]?.stops.length ?? 0) > 0 ? combined | missing : combined,
  );
}

function readSegmentFlags(wireSegment: unknown, { legs, stops }: Segment): number {
  if (!isRecord(wireSegment)) return 0;
  let combined = readTagFlags(wireSegment.tags);
  for (const { airport, departsFrom, minutes } of stops) {
    if (airport !== departsFrom) combined |= flags.airport_change;
    if (minutes < shortConnection) combined |= flags.short_connection;
  }
  legs.forEach(({ localDep }, index) => {
    const previous = legs[index - 1];
    if (previous && isNight(previous.localArr, localDep)) combined |= flags.overnight_layover;
  });
  if (Array.isArray(wireSegment.transfers)) {
    for (const transfer of wireSegment.transfers as unknown[]) combined |= readTransferFlags(transfer);
  }
  return combined;
}

function readTransferFlags(transfer: unknown): number {
  if (!isRecord(transfer)) return 0;
  let combined = readTagFlags(transfer.tags);
  if (transfer.recheck_baggage === true) combined |= flags.self_transfer;
  if (transfer.night_transfer === true) combined |= flags.overnight_layover;
  const { at, to } = transfer;
  if (typeof at === 'string' && typeof to === 'string' && at !== to) combined |= flags.airport_change;
  return combined;
}

/** Reads the terms of a fare for the transfers of one segment. */
function readTransferTermFlags(terms: unknown): number {
  let combined = 0;
  if (!Array.isArray(terms)) return combined;
  for (const term of terms as unknown[]) {
    if (!isRecord(term)) continue;
    combined |= readTagFlags(term.tags);
    if (term.is_virtual_interline === true) combined |= flags.self_transfer;
  }
  return combined;
}

function readTagFlags(tags: unknown): number {
  let combined = 0;
  if (!Array.isArray(tags)) return combined;
  for (const tag of tags as unknown[]) {
    combined |= flagByTag.get(tag) ?? 0;
    if (typeof tag === 'string' && tag.startsWith(virtualInterlinePrefix)) combined |= flags.self_transfer;
  }
  return combined;
}
