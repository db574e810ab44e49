import { z } from 'zod';
import type { Chunk, Proposal, Segment } from '../../../model/flight.ts';
import { type PollResponse, SupplierError } from '../../supplier.server.ts';
import { flightKey, itineraryKey } from './journey-ids.server.ts';
import { isRecord } from './json-values.ts';
import { createParseCache, type ParseCache } from './parse-cache.server.ts';
import { readNames } from './read-names.ts';
import { readOffers } from './read-offers.server.ts';
import { readSegment } from './read-segment.ts';
import { readWarnings } from './read-warnings.ts';

/**
 * Only the envelope has a schema. An invalid proposal is skipped instead of failing the response; and with thousands of
 * proposals of a hundred values each, parsing by hand takes less time than JSON.parse.
 */
const envelope = z.array(
  z.object({
    chunk_id: z.union([z.string().max(200), z.number()]).nullish(),
    proposals: z.array(z.unknown()).nullish(),
    gates_info: z.unknown().optional(),
    airlines: z.unknown().optional(),
    airports: z.unknown().optional(),
  }),
);

const maxSegments = 8;

/** What a response says, before it is known where the search goes on. */
export type WireAnswer = Pick<PollResponse, 'chunks' | 'isComplete'>;

/**
 * Parses the supplier's response to a poll (spec, sections 5 and 7).
 * @param text JSON: an array of chunks. An item without `chunk_id` means that there will be no more; it may follow
 *   others. An empty array means that there is nothing new.
 * @throws {SupplierError} `unreadable` for anything else, and if a fare has no currency
 */
export function readPollResponse(text: string): WireAnswer {
  const items = envelope.safeParse(parse(text));
  if (!items.success) {
    const [found] = items.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new SupplierError('unreadable', `The response is not an array of chunks: ${found ?? ''}`);
  }
  const cache = createParseCache();
  const answer: WireAnswer = { chunks: [], isComplete: false };
  for (const item of items.data) {
    const id = String(item.chunk_id ?? '');
    if (id === '') answer.isComplete = true;
    else answer.chunks.push(readChunk(id, item, cache));
  }
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the response, which must not be logged.
    throw new SupplierError('unreadable', 'The response is not JSON');
  }
}

function readChunk(id: string, item: z.infer<typeof envelope>[number], cache: ParseCache): Chunk {
  const proposals: Proposal[] = [];
  for (const wireProposal of item.proposals ?? []) {
    const proposal = readProposal(wireProposal, cache);
    if (proposal) proposals.push(proposal);
  }
  return { id, ...readNames(item, cache), proposals };
}

/** Undefined if it has no valid offers, or a leg is invalid. */
function readProposal(value: unknown, cache: ParseCache): Proposal | undefined {
  if (!isRecord(value) || !Array.isArray(value.segment)) return undefined;
  const wireSegments: unknown[] = value.segment;
  if (wireSegments.length === 0 || wireSegments.length > maxSegments) return undefined;
  const segments: Segment[] = [];
  for (const wireSegment of wireSegments) {
    const segment = readSegment(wireSegment, cache);
    if (!segment) return undefined;
    segments.push(segment);
  }
  const itinerary = { id: cache.id(itineraryKey(segments)), segments, carriers: carriersOf(segments) };
  const warnings = readWarnings(value, wireSegments, segments);
  const offers = readOffers(value, { itinerary, warnings, cache });
  if (offers.length === 0) return undefined;
  return { flightId: cache.id(flightKey(segments)), itinerary, offers };
}

function carriersOf(segments: readonly Segment[]): string[] {
  const carriers = new Set<string>();
  for (const { legs } of segments) for (const { carrier } of legs) if (carrier) carriers.add(carrier);
  return [...carriers].sort();
}
