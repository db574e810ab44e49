import type { RequestNotice } from '#app/notices/notice.ts';
import { placeCountry } from '#app/places/interpretation/interpret-place.ts';
import type { SubmittedFields } from '../enquiry.ts';
import { definitionOf } from '../kinds/enquiry-kinds.server.ts';
import { formatReference } from '../reference.ts';
import { urgencyOf } from '../urgency.ts';

/**
 * Creates the notice that informs staff of a request: enough to decide whether to act now, without personal or medical
 * data.
 * @param receivedAt when the request was received (Unix time in ms)
 * @param at time of the event (Unix time in ms)
 */
export function requestNotice(
  type: RequestNotice['type'],
  request: SubmittedFields & { reference: string; language: string },
  receivedAt: number,
  at: number,
): RequestNotice {
  return {
    type,
    reference: formatReference(request.reference),
    kind: request.kind,
    ...urgencyOf(request, receivedAt),
    ...journeyCountries(request),
    language: request.language,
    at: new Date(at).toISOString(),
  };
}

/** Returns the countries of a journey, omitting places that are not recognised. */
function journeyCountries({ kind, fields }: SubmittedFields): Pick<RequestNotice, 'from' | 'to'> {
  const journey = definitionOf(kind).journey(fields);
  if (!journey) return {};
  const [from, to] = [placeCountry(journey.origin), placeCountry(journey.destination)];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
