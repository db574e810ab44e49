import { type Segment, type Warning, warnings } from '../../../model/flight.ts';
import { isRecord } from './json-values.ts';

/** Bit flags that represent warnings while parsing, in the order of {@link warnings}. */
const flags = { self_transfer: 1, airport_change: 2, overnight_layover: 4 } as const satisfies Record<Warning, number>;
/** Lists of warnings by combination of flags. */
const warningsByFlags = Array.from({ length: 8 }, (_, combined) =>
  warnings.filter((warning) => combined & flags[warning]),
);

const flagByTag: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['self_transfer', flags.self_transfer],
  ['airport_change', flags.airport_change],
  ['overnight_layover', flags.overnight_layover],
  ['has_night_transfer', flags.overnight_layover],
  ['night_transfer', flags.overnight_layover],
]);

/**
 * Determines the warnings of each segment from tags (spec, section 9), transfers and legs. `visa_rules` are ignored,
 * because they apply to Russian citizens.
 * @param wireSegments the raw segments that `segments` were parsed from, in the same order
 */
export function readWarnings(
  proposal: Record<string, unknown>,
  wireSegments: readonly unknown[],
  segments: readonly Segment[],
): Warning[][] {
  const segmentFlags = segments.map((segment, index) => readSegmentFlags(wireSegments[index], segment));
  let proposalFlags = readTagFlags(proposal.tags);
  if (proposal.is_virtual_interline === true) proposalFlags |= flags.self_transfer;
  // A proposal's tags do not say which segment they refer to. Tags that any segment already has are repeats; all other
  // tags apply to every segment with a stop.
  for (const combined of segmentFlags) proposalFlags &= ~combined;
  if (proposalFlags) {
    const isNonStop = segments.every(({ stops }) => stops.length === 0);
    segments.forEach(({ stops }, index) => {
      if (isNonStop || stops.length > 0) segmentFlags[index] = (segmentFlags[index] ?? 0) | proposalFlags;
    });
  }
  return segmentFlags.map((combined) => warningsByFlags[combined] ?? []);
}

function readSegmentFlags(wireSegment: unknown, { stops }: Segment): number {
  if (!isRecord(wireSegment)) return 0;
  let combined = readTagFlags(wireSegment.tags);
  for (const { airport, departsFrom } of stops) if (airport !== departsFrom) combined |= flags.airport_change;
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

function readTagFlags(tags: unknown): number {
  let combined = 0;
  if (Array.isArray(tags)) for (const tag of tags as unknown[]) combined |= flagByTag.get(tag) ?? 0;
  return combined;
}
