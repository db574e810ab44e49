import { type Segment, type Warning, warnings } from '../../../model/flight.ts';
import { isRecord } from './json-values.ts';

/** Warnings are combined as bit flags while parsing, in the order of {@link warnings}. */
const bit = { self_transfer: 1, airport_change: 2, overnight_layover: 4 } as const satisfies Record<Warning, number>;
const everyCombination = Array.from({ length: 8 }, (_, bits) => warnings.filter((warning) => bits & bit[warning]));

const bitOfTag: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['self_transfer', bit.self_transfer],
  ['airport_change', bit.airport_change],
  ['overnight_layover', bit.overnight_layover],
  ['has_night_transfer', bit.overnight_layover],
  ['night_transfer', bit.overnight_layover],
]);

/**
 * Determines the warnings of each segment from tags (spec, section 9), transfers and legs. `visa_rules` are for Russian
 * citizens and are ignored.
 *
 * @param wireSegments the raw segments that {@link segments} were parsed from, in the same order
 */
export function readWarnings(
  proposal: Record<string, unknown>,
  wireSegments: readonly unknown[],
  segments: readonly Segment[],
): Warning[][] {
  const bits = segments.map((segment, index) => bitsOfSegment(wireSegments[index], segment));
  let ofProposal = bitsOfTags(proposal.tags);
  if (proposal.is_virtual_interline === true) ofProposal |= bit.self_transfer;
  // A proposal's tags do not say which segment they mean. Those that a segment already has are repeats; any others
  // apply to every segment with a stop.
  for (const told of bits) ofProposal &= ~told;
  if (ofProposal) {
    const isDirect = segments.every(({ stops }) => stops.length === 0);
    segments.forEach(({ stops }, index) => {
      if (isDirect || stops.length > 0) bits[index] = (bits[index] ?? 0) | ofProposal;
    });
  }
  return bits.map((told) => everyCombination[told] ?? []);
}

function bitsOfSegment(wireSegment: unknown, { stops }: Segment): number {
  if (!isRecord(wireSegment)) return 0;
  let bits = bitsOfTags(wireSegment.tags);
  for (const { airport, departsFrom } of stops) if (airport !== departsFrom) bits |= bit.airport_change;
  if (Array.isArray(wireSegment.transfers)) {
    for (const transfer of wireSegment.transfers as unknown[]) bits |= bitsOfTransfer(transfer);
  }
  return bits;
}

function bitsOfTransfer(transfer: unknown): number {
  if (!isRecord(transfer)) return 0;
  let bits = bitsOfTags(transfer.tags);
  if (transfer.recheck_baggage === true) bits |= bit.self_transfer;
  if (transfer.night_transfer === true) bits |= bit.overnight_layover;
  const { at, to } = transfer;
  if (typeof at === 'string' && typeof to === 'string' && at !== to) bits |= bit.airport_change;
  return bits;
}

function bitsOfTags(tags: unknown): number {
  let bits = 0;
  if (Array.isArray(tags)) for (const tag of tags as unknown[]) bits |= bitOfTag.get(tag) ?? 0;
  return bits;
}
