import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Steps } from '#app/clock/time-slices.ts';
import type { Chunk, Proposal, Segment } from '../../../model/flight.ts';
import { type PollResponse, SupplierError } from '../../supplier.server.ts';
import { DropCounts } from './drop-counts.ts';
import { flightKey, itineraryKey } from './journey-ids.server.ts';
import { isRecord } from './json-values.ts';
import { createParseCache, type ParseCache } from './parse-cache.server.ts';
import { readSeatsLeft } from './read-fare-terms.ts';
import { readNames } from './read-names.ts';
import { readOffers } from './read-offers.server.ts';
import { readRates } from './read-rates.ts';
import { readSegment } from './read-segment.ts';
import { readWarnings } from './read-warnings.ts';
import { splitProposals } from './split-proposals.ts';
import { timeZonesIn } from './time-zones.ts';

/**
 * Schema of an item without its proposals. Proposals are parsed by hand for two reasons: an invalid proposal must not fail the
 * whole response, and hand-written parsing of thousands of proposals with a hundred values each takes less time than
 * JSON.parse.
 */
const itemSchema = z.object({
  chunk_id: z.union([z.string().max(200), z.number()]).nullish(),
  // The proposals have already been cut out; any that are left here would be lost.
  proposals: z.tuple([]).nullish(),
  gates_info: z.unknown().optional(),
  airlines: z.unknown().optional(),
  airports: z.unknown().optional(),
  currency_rates: z.unknown().optional(),
});

const maxSegments = 8;

/** A parsed response, without the cursor. */
export type ParsedResponse = Pick<PollResponse, 'chunks' | 'isComplete' | 'dropped'>;

/** Maximum number of proposals in a stored chunk, so that storing or reading one does not block all requests. */
const maxProposals = 100;

/**
 * Parses the supplier's response to a poll (spec, sections 5 and 7) step by step, because a response may have thousands
 * of proposals. A large chunk becomes several, whose ids are the same whenever it is repeated.
 * @param parts a JSON array of chunks, in the parts in which it arrived. An item without `chunk_id` means that the
 *   search is complete; it may follow other items, and its proposals, if any, are read. An empty array means that there
 *   are no new results.
 * @throws {SupplierError} with `unreadable` for any other text, or if a fare has no currency; with `too_large` if there is
 *   far more in it than in any search
 */
export function* readPollResponse(...parts: string[]): Steps<ParsedResponse> {
  const { frame, items: itemTexts, proposals } = yield* splitProposals(parts);
  if (!Array.isArray(parseJson(frame))) throw new SupplierError('unreadable', 'The response is not an array of chunks');
  const items: z.infer<typeof itemSchema>[] = [];
  for (const text of itemTexts) {
    items.push(readItem(parseJson(text)));
    yield;
  }
  const cache = createParseCache(yield* timeZonesIn(items.map(({ airports }) => airports)));
  const drops = new DropCounts();
  const response: ParsedResponse = { chunks: [], isComplete: false };
  for (const [index, item] of items.entries()) {
    const texts = item.proposals ? (proposals[index] ?? []) : [];
    const id = String(item.chunk_id ?? '');
    if (id === '') response.isComplete = true;
    // The end marker has no proposals. Any other item without an id gets one from its content, which repeats share.
    if (id === '' && texts.length === 0) continue;
    const chunkId = id || (yield* idFromContent(texts));
    const rates = readRates(item.currency_rates);
    let part: Chunk = { id: chunkId, ...readNames(item, cache), proposals: [], ...(rates && { rates }) };
    response.chunks.push(part);
    let parts = 1;
    for (const proposalText of texts) {
      const proposal = readProposal(parseJson(proposalText), cache, drops);
      if (proposal && part.proposals.length === maxProposals) {
        parts += 1;
        part = { id: `${chunkId} ${parts}`, gates: {}, airlines: {}, airports: {}, proposals: [] };
        response.chunks.push(part);
      }
      if (proposal) part.proposals.push(proposal);
      yield;
    }
  }
  if (drops.byReason) response.dropped = drops.byReason;
  return response;
}

/** @throws {SupplierError} with `unreadable` if it is not a chunk */
function readItem(value: unknown): z.infer<typeof itemSchema> {
  const item = itemSchema.safeParse(value);
  if (item.success) return item.data;
  const [issue] = item.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new SupplierError('unreadable', `The response is not an array of chunks: ${issue ?? ''}`);
}

/** Returns an id for a chunk that has none, which is the same for the same proposals. */
function* idFromContent(texts: readonly string[]): Steps<string> {
  const hash = createHash('sha256');
  for (const text of texts) {
    hash.update(text);
    yield;
  }
  return hash.digest('hex').slice(0, 20);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the response, which must not be logged.
    throw new SupplierError('unreadable', 'The response is not JSON');
  }
}

/**
 * Parses a proposal.
 * @returns undefined if it has an invalid leg or no valid offers; the reason is counted in `drops`
 */
function readProposal(value: unknown, cache: ParseCache, drops: DropCounts): Proposal | undefined {
  if (!isRecord(value)) {
    drops.add('not a proposal');
    return undefined;
  }
  const wireSegments: unknown[] = Array.isArray(value.segment) ? value.segment : [];
  if (wireSegments.length === 0 || wireSegments.length > maxSegments) {
    drops.add('no segments');
    return undefined;
  }
  const segments: Segment[] = [];
  for (const wireSegment of wireSegments) {
    const segment = readSegment(wireSegment, cache, drops);
    if (!segment) return undefined;
    segments.push(segment);
  }
  const itinerary = { id: cache.id(itineraryKey(segments)), segments, carriers: carriersOf(segments) };
  const warnings = readWarnings(value, wireSegments, segments);
  const offers = readOffers(value, { itinerary, seatsLeft: readSeatsLeft(wireSegments), warnings, cache, drops });
  if (offers.length === 0) {
    drops.add('no fare');
    return undefined;
  }
  return { flightId: cache.id(flightKey(segments)), itinerary, offers };
}

function carriersOf(segments: readonly Segment[]): string[] {
  const carriers = new Set<string>();
  for (const { legs } of segments) for (const { carrier } of legs) if (carrier) carriers.add(carrier);
  return [...carriers].sort();
}
