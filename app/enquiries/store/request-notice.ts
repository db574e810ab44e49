import type { RequestNotice } from '#app/notices/notice.ts';
import { placeCountry } from '#app/places/meaning/understand-place.ts';
import type { SentFields } from '../enquiry.ts';
import { definitionOf } from '../kinds/enquiry-kinds.server.ts';
import { formatReference } from '../reference.ts';
import { urgencyOf } from '../urgency.ts';

/**
 * The notice about a request for staff: enough to decide whether to act now, without personal or medical data.
 * @param at time of the event (Unix time in ms)
 */
export function requestNotice(
  type: RequestNotice['type'],
  request: SentFields & { reference: string; language: string },
  receivedAt: number,
  at: number,
): RequestNotice {
  return {
    type,
    reference: formatReference(request.reference),
    kind: request.kind,
    ...urgencyOf(request, receivedAt),
    ...journeyOf(request),
    language: request.language,
    at: new Date(at).toISOString(),
  };
}

/** The countries of a journey, as far as its places are recognised. */
function journeyOf({ kind, fields }: SentFields): Pick<RequestNotice, 'from' | 'to'> {
  const journey = definitionOf(kind).journey(fields);
  if (!journey) return {};
  const [from, to] = [placeCountry(journey.origin), placeCountry(journey.destination)];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
