import { z } from 'zod';
import type { Chunk, Proposal, Segment } from '../flight.ts';
import { SupplierError, type Answer } from '../supplier.server.ts';
import { readBaggageCode, readHandBaggageCode } from './baggage-code.ts';
import { JourneyIds } from './journey-ids.server.ts';
import { isRecord } from './json-values.ts';
import { BaggageReader } from './read-baggage.ts';
import { readAirlineNames, readAirportNames, readGateNames } from './read-names.ts';
import { readOffers } from './read-offers.server.ts';
import { readSegment } from './read-segment.ts';
import { readWarnings } from './read-warnings.ts';

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
  const readers = {
    ids: new JourneyIds(),
    baggage: new BaggageReader(readBaggageCode),
    handBaggage: new BaggageReader(readHandBaggageCode),
  };
  const answer: Answer = { chunks: [], isEnd: false };
  for (const item of items.data) {
    const id = String(item.chunk_id ?? '');
    if (id === '') answer.isEnd = true;
    else answer.chunks.push(readChunk(id, item, readers));
  }
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SupplierError('unreadable', 'The answer is no JSON', { cause: error });
  }
}

interface Readers {
  ids: JourneyIds;
  baggage: BaggageReader;
  handBaggage: BaggageReader;
}

function readChunk(id: string, item: z.infer<typeof envelope>[number], readers: Readers): Chunk {
  const proposals: Proposal[] = [];
  for (const wireProposal of item.proposals ?? []) {
    const proposal = readProposal(wireProposal, readers);
    if (proposal) proposals.push(proposal);
  }
  return {
    id,
    gates: readGateNames(item.gates_info),
    airlines: readAirlineNames(item.airlines),
    airports: readAirportNames(item.airports),
    proposals,
  };
}

/** Undefined where there is nothing to book, or a leg that nobody could take. */
function readProposal(value: unknown, { ids, baggage, handBaggage }: Readers): Proposal | undefined {
  if (!isRecord(value) || !Array.isArray(value.segment)) return undefined;
  const wireSegments: unknown[] = value.segment;
  if (wireSegments.length === 0 || wireSegments.length > mostSegments) return undefined;
  const segments: Segment[] = [];
  for (const wireSegment of wireSegments) {
    const segment = readSegment(wireSegment);
    if (!segment) return undefined;
    segments.push(segment);
  }
  const itineraryId = ids.itinerary(segments);
  const offers = readOffers(value, {
    itineraryId,
    warnings: readWarnings(value, wireSegments, segments),
    readBaggage: (codes) => baggage.read(codes, segments),
    readHandBaggage: (codes) => handBaggage.read(codes, segments),
  });
  if (offers.length === 0) return undefined;
  return {
    flightId: ids.flight(segments),
    itinerary: { id: itineraryId, segments, carriers: carriersOf(segments) },
    offers,
  };
}

function carriersOf(segments: readonly Segment[]): string[] {
  const carriers = new Set<string>();
  for (const { legs } of segments) for (const { carrier } of legs) if (carrier) carriers.add(carrier);
  return [...carriers].sort();
}
