import { z } from 'zod';
import type { Chunk, Proposal, Segment } from '../../../model/flight.ts';
import { type PollResponse, SupplierError } from '../../supplier.server.ts';
import { DropCounts } from './drop-counts.ts';
import { flightKey, itineraryKey, shortId } from './journey-ids.server.ts';
import { isRecord } from './json-values.ts';
import { createParseCache, type ParseCache } from './parse-cache.server.ts';
import { readNames } from './read-names.ts';
import { readOffers } from './read-offers.server.ts';
import { readSegment } from './read-segment.ts';
import { readWarnings } from './read-warnings.ts';
import { timeZonesIn } from './time-zones.ts';

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
export type ParsedResponse = Pick<PollResponse, 'chunks' | 'isComplete' | 'dropped'>;

/**
 * Parses the supplier's response to a poll (spec, sections 5 and 7).
 * @param text JSON array of chunks. An item without `chunk_id` means that the search is complete; it may follow other
 *   items, and its proposals, if it has any, are read. An empty array means that there are no new results.
 * @throws {SupplierError} with `unreadable` for any other text, or if a fare has no currency
 */
export function readPollResponse(text: string): ParsedResponse {
  const items = envelopeSchema.safeParse(parseJson(text));
  if (!items.success) {
    const [issue] = items.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new SupplierError('unreadable', `The response is not an array of chunks: ${issue ?? ''}`);
  }
  const cache = createParseCache(timeZonesIn(items.data.map(({ airports }) => airports)));
  const drops = new DropCounts();
  const response: ParsedResponse = { chunks: [], isComplete: false };
  for (const item of items.data) {
    const id = String(item.chunk_id ?? '');
    if (id === '') response.isComplete = true;
    // The end mark has no proposals. An item that lacks only its id gets one of its content, which repeats have, too.
    if (id !== '') response.chunks.push(readChunk(id, item, cache, drops));
    else if (item.proposals?.length) {
      response.chunks.push(readChunk(shortId(JSON.stringify(item.proposals)), item, cache, drops));
    }
  }
  if (drops.byReason) response.dropped = drops.byReason;
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

function readChunk(
  id: string,
  item: z.infer<typeof envelopeSchema>[number],
  cache: ParseCache,
  drops: DropCounts,
): Chunk {
  const proposals: Proposal[] = [];
  for (const wireProposal of item.proposals ?? []) {
    const proposal = readProposal(wireProposal, cache, drops);
    if (proposal) proposals.push(proposal);
  }
  return { id, ...readNames(item, cache), proposals };
}

/** Parses a proposal. @returns undefined, counted, if it has an invalid leg or no valid offers */
function readProposal(value: unknown, cache: ParseCache, drops: DropCounts): Proposal | undefined {
  if (!isRecord(value)) return drops.add('not a proposal');
  const wireSegments: unknown[] = Array.isArray(value.segment) ? value.segment : [];
  if (wireSegments.length === 0 || wireSegments.length > maxSegments) return drops.add('no segments');
  const segments: Segment[] = [];
  for (const wireSegment of wireSegments) {
    const segment = readSegment(wireSegment, cache, drops);
    if (!segment) return undefined;
    segments.push(segment);
  }
  const itinerary = { id: cache.id(itineraryKey(segments)), segments, carriers: carriersOf(segments) };
  const warnings = readWarnings(value, wireSegments, segments);
  const offers = readOffers(value, { itinerary, warnings, cache, drops });
  if (offers.length === 0) return drops.add('no fare');
  return { flightId: cache.id(flightKey(segments)), itinerary, offers };
}

function carriersOf(segments: readonly Segment[]): string[] {
  const carriers = new Set<string>();
  for (const { legs } of segments) for (const { carrier } of legs) if (carrier) carriers.add(carrier);
  return [...carriers].sort();
}
