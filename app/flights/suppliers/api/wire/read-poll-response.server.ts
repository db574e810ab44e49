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
 * Schema of the envelope only. Proposals are parsed by hand for two reasons: an invalid proposal must not fail the
 * whole response, and hand-written parsing of thousands of proposals with a hundred values each takes less time than
 * JSON.parse.
 */
const envelopeSchema = z.array(
  z.object({
    chunk_id: z.union([z.string().max(200), z.number()]).nullish(),
    proposals: z.array(z.unknown()).nullish(),
    gates_info: z.unknown().optional(),
    airlines: z.unknown().optional(),
    airports: z.unknown().optional(),
  }),
);

const maxSegments = 8;

/** A parsed response, without the cursor. */
export type ParsedResponse = Pick<PollResponse, 'chunks' | 'isComplete'>;

/**
 * Parses the supplier's response to a poll (spec, sections 5 and 7).
 * @param text JSON array of chunks. An item without `chunk_id` means that the search is complete; it may follow other
 *   items. An empty array means that there are no new results.
 * @throws {SupplierError} with `unreadable` for any other text, or if a fare has no currency
 */
export function readPollResponse(text: string): ParsedResponse {
  const items = envelopeSchema.safeParse(parseJson(text));
  if (!items.success) {
    const [issue] = items.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new SupplierError('unreadable', `The response is not an array of chunks: ${issue ?? ''}`);
  }
  const cache = createParseCache();
  const response: ParsedResponse = { chunks: [], isComplete: false };
  for (const item of items.data) {
    const id = String(item.chunk_id ?? '');
    if (id === '') response.isComplete = true;
    else response.chunks.push(readChunk(id, item, cache));
  }
  return response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the response, which must not be logged.
    throw new SupplierError('unreadable', 'The response is not JSON');
  }
}

function readChunk(id: string, item: z.infer<typeof envelopeSchema>[number], cache: ParseCache): Chunk {
  const proposals: Proposal[] = [];
  for (const wireProposal of item.proposals ?? []) {
    const proposal = readProposal(wireProposal, cache);
    if (proposal) proposals.push(proposal);
  }
  return { id, ...readNames(item, cache), proposals };
}

/** Parses a proposal. @returns undefined if it has an invalid leg or no valid offers */
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
