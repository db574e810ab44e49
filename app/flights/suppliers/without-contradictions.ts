import type { Steps } from '#app/clock/time-slices.ts';
import { type Contradiction, contradictions } from '../model/contradictions.ts';
import type { Chunk, Proposal } from '../model/flight.ts';
import type { FlightQuery } from '../model/flight-query.ts';

/** Chunks without the proposals that contradict the search or themselves. */
interface BelievedChunks {
  chunks: Chunk[];
  /** How many proposals are left out, by contradiction; those with several count for each. */
  leftOut: Partial<Record<Contradiction, number>>;
}

/** Leaves out the proposals of a search that contradict it or themselves. Each chunk has their number. */
export function* withoutContradictions(chunks: readonly Chunk[], query: FlightQuery): Steps<BelievedChunks> {
  const leftOut: BelievedChunks['leftOut'] = {};
  const believed: Chunk[] = [];
  for (const chunk of chunks) {
    const proposals: Proposal[] = [];
    for (const proposal of chunk.proposals) {
      const found = contradictions(proposal, query);
      if (found.length === 0) proposals.push(proposal);
      for (const contradiction of found) leftOut[contradiction] = (leftOut[contradiction] ?? 0) + 1;
      yield;
    }
    const count = chunk.proposals.length - proposals.length;
    believed.push(count === 0 ? chunk : { ...chunk, proposals, leftOut: count });
  }
  return { chunks: believed, leftOut };
}
