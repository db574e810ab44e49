import { z } from 'zod';
import type { Chunk, Proposal, Segment } from '../flight.ts';
import { SupplierError, type Answer } from '../supplier.server.ts';
import { flightKey, itineraryKey } from './journey-ids.server.ts';
import { isRecord } from './json-values.ts';
import { readNames } from './read-names.ts';
import { readOffers } from './read-offers.server.ts';
import { readSegment } from './read-segment.ts';
import { readWarnings } from './read-warnings.ts';
import { newVocabulary, type Vocabulary } from './vocabulary.server.ts';

/**
 * Only the envelope has a schema. A proposal that is not as agreed is left out instead of spoiling the answer, and
 * there are thousands, each with a hundred values: they are read by hand, in less time than JSON.parse takes.
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

const mostSegments = 8;

/**
 * Reads the supplier's answer to "what is there" (spec, sections 5 and 7).
 * @param text JSON: an array of chunks. One without `chunk_id` says that nothing more will come; it may stand behind
 *   others. An empty array says that there is nothing new.
 * @throws {SupplierError} `unreadable` for anything else, and where a fare has no currency
 */
export function readAnswer(text: string): Answer {
  const items = envelope.safeParse(parse(text));
  if (!items.success) {
    const [issue] = items.error.issues;
    throw new SupplierError(
      'unreadable',
      `The answer is no array of chunks: ${issue?.path.join('.')} ${issue?.message}`,
    );
  }
  const vocabulary = newVocabulary();
  const answer: Answer = { chunks: [], isEnd: false };
  for (const item of items.data) {
    const id = String(item.chunk_id ?? '');
    if (id === '') answer.isEnd = true;
    else answer.chunks.push(readChunk(id, item, vocabulary));
  }
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the answer, which is not for the log.
    throw new SupplierError('unreadable', 'The answer is no JSON');
  }
}

function readChunk(id: string, item: z.infer<typeof envelope>[number], vocabulary: Vocabulary): Chunk {
  const proposals: Proposal[] = [];
  for (const wireProposal of item.proposals ?? []) {
    const proposal = readProposal(wireProposal, vocabulary);
    if (proposal) proposals.push(proposal);
  }
  return { id, ...readNames(item, vocabulary), proposals };
}

/** Undefined where there is nothing to book, or a leg that nobody could take. */
function readProposal(value: unknown, vocabulary: Vocabulary): Proposal | undefined {
  if (!isRecord(value) || !Array.isArray(value.segment)) return undefined;
  const wireSegments: unknown[] = value.segment;
  if (wireSegments.length === 0 || wireSegments.length > mostSegments) return undefined;
  const segments: Segment[] = [];
  for (const wireSegment of wireSegments) {
    const segment = readSegment(wireSegment, vocabulary);
    if (!segment) return undefined;
    segments.push(segment);
  }
  const itinerary = { id: vocabulary.id(itineraryKey(segments)), segments, carriers: carriersOf(segments) };
  const warnings = readWarnings(value, wireSegments, segments);
  const offers = readOffers(value, { itinerary, warnings, vocabulary });
  if (offers.length === 0) return undefined;
  return { flightId: vocabulary.id(flightKey(segments)), itinerary, offers };
}

function carriersOf(segments: readonly Segment[]): string[] {
  const carriers = new Set<string>();
  for (const { legs } of segments) for (const { carrier } of legs) if (carrier) carriers.add(carrier);
  return [...carriers].sort();
}
