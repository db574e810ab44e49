import { createHmac } from 'node:crypto';
import type { Leg, Offer, Proposal, Segment } from '../../app/flights/model/flight.ts';
import { offersOf } from '../../app/flights/model/flight-collection.ts';
import { journeySegments } from '../../app/flights/model/flight-query.ts';
import { fetchLimited } from '../../app/flights/suppliers/api/fetch-limited.server.ts';
import { flightKey, itineraryKey, shortId } from '../../app/flights/suppliers/api/wire/journey-ids.server.ts';
import { readText } from '../../app/flights/suppliers/api/wire/supplier-text.ts';
import {
  type BookingLink,
  type FlightFares,
  type FlightSupplier,
  SupplierError,
} from '../../app/flights/suppliers/supplier.server.ts';
import type { Visitor } from '../../app/flights/suppliers/visitor.ts';
import type { AgencyResponse, AgencyStart, AgencyWireTicket, StandInAgency } from './stand-in-agency.ts';

const limits = { timeoutMs: 5_000, maxBytes: 1024 * 1024 };

/** The content of a cursor. */
interface AgencyCursor {
  id: string;
  since: number;
}

/** Creates a supplier that asks the stand-in agency, as one would be written for a real service. */
export function agencySupplier(url: string, { token, secret }: StandInAgency['credentials']): FlightSupplier {
  async function request<Body>(path: string, visitor?: Visitor, body?: unknown): Promise<Body | undefined> {
    const address = visitor?.address ?? '';
    const headers = {
      'X-Token': token,
      'X-Signature': createHmac('sha256', secret).update(address).digest('hex'),
      ...(visitor && { 'X-User-IP': address, 'X-User-Agent': visitor.userAgent }),
    };
    const { status, parts } = await fetchLimited(url + path, limits, headers, body);
    if (status === 304) return undefined;
    if (status === 410) throw new SupplierError('expired', 'Status 410');
    if (status >= 300) throw new SupplierError('refused', `Status ${status}`);
    return JSON.parse(parts.join('')) as Body;
  }

  return {
    name: 'agency',
    timing: { pollInterval: 1_000, maxDuration: 60_000, offerLifetime: 15 * 60_000 },
    isSample: false,
    needsVisitor: true,
    async start(query, { language, currency, visitor }) {
      const { adults, children, infants, travelClass } = query;
      const body: AgencyStart = {
        directions: journeySegments(query),
        passengers: { adults, children, infants },
        trip_class: travelClass,
        currency_code: currency,
        locale: language,
      };
      const started = await request<{ search_id: string; next_after: number }>('/searches', visitor, body);
      if (!started) throw new SupplierError('no_search_id', 'The response contains no search id');
      return { cursor: encodeCursor({ id: started.search_id, since: 0 }), pause: started.next_after };
    },
    async poll(cursor) {
      const { id, since } = decodeCursor(cursor);
      const response = await request<AgencyResponse>(`/searches/${id}/results`, undefined, { since });
      if (!response) return { cursor, chunks: [], isComplete: false, pause: 100 };
      return {
        cursor: encodeCursor({ id, since: response.last_update }),
        chunks: [{ id: `update ${response.last_update}`, ...readTickets(response) }],
        isComplete: response.is_over,
        pause: response.next_after,
      };
    },
    async fares(cursor, flight, { visitor }) {
      const { id } = decodeCursor(cursor);
      const tickets = new Set(offersOf(flight).map(({ fareId }) => splitFareId(fareId).ticket));
      const fares: FlightFares = { gates: {}, airlines: {}, airports: {}, proposals: [] };
      for (const ticket of tickets) {
        const response = await request<AgencyResponse>(`/searches/${id}/tickets/${ticket}`, visitor);
        if (!response) continue;
        const { gates, proposals } = readTickets(response);
        Object.assign(fares.gates, gates);
        fares.proposals.push(...proposals);
      }
      return fares;
    },
    async bookingLink(cursor, fareId, { visitor }) {
      const { id } = decodeCursor(cursor);
      const path = `/searches/${id}/proposals/${splitFareId(fareId).proposal}`;
      const link = await request<{ url: string; method: BookingLink['method']; expires_at: string }>(path, visitor, {});
      if (!link || !URL.parse(link.url)?.protocol.startsWith('https')) {
        throw new SupplierError('not_bookable', 'The booking link is not an https URL');
      }
      const { url, method, expires_at } = link;
      const params: BookingLink['params'] = method === 'POST' ? { fare: fareId } : {};
      return { url, method, params, expiresAt: seconds(expires_at) };
    },
  };
}

function readTickets({ agents, flight_legs, tickets }: AgencyResponse): FlightFares {
  const gates = Object.fromEntries(Object.entries(agents).map(([id, { label }]) => [id, readText(label)]));
  const legs = flight_legs.map(readLeg);
  return { gates, airlines: {}, airports: {}, proposals: tickets.map((ticket) => readTicket(ticket, legs)) };
}

function readTicket({ id, segments: wireSegments, proposals }: AgencyWireTicket, legs: readonly Leg[]): Proposal {
  const segments = wireSegments.map(({ flights }) =>
    readSegment(flights.flatMap((index) => (legs[index] ? [legs[index]] : []))),
  );
  const itinerary = {
    id: shortId(itineraryKey(segments)),
    segments,
    carriers: [...new Set(legs.map(({ carrier }) => carrier))].sort(),
  };
  const offers = proposals.map((proposal): Offer => {
    const price = Number(proposal.price.amount);
    return {
      gateId: proposal.agent_id,
      fareName: '',
      price,
      currency: proposal.price.currency_code.toUpperCase(),
      unifiedPrice: price,
      fareId: `${id} ${proposal.id}`,
      revision: proposal.updated,
      expiresAt: seconds(proposal.expires_at),
      ...(proposal.booking === 'request' && { onRequest: true }),
      itineraryId: itinerary.id,
      baggageLegs: segments.map((segment) => segment.legs.map(() => ({ pieces: proposal.bags }))),
      handBaggageLegs: segments.map((segment) => segment.legs.map(() => null)),
      warnings: segments.map(() => []),
    };
  });
  return { flightId: shortId(flightKey(segments)), itinerary, offers };
}

function readSegment(legs: Leg[]): Segment {
  const [first] = legs;
  const last = legs[legs.length - 1];
  if (!first || !last) throw new SupplierError('unreadable', 'A segment has no legs');
  return {
    from: first.from,
    to: last.to,
    dep: first.dep,
    arr: last.arr,
    duration: legs.reduce((sum, { minutes }) => sum + minutes, 0),
    elapsed: (last.arr - first.dep) / 60,
    carrier: first.carrier,
    legs,
    stops: legs.slice(1).map(({ from, dep }, index) => {
      const previous = legs[index] ?? first;
      return { airport: previous.to, departsFrom: from, minutes: (dep - previous.arr) / 60 };
    }),
  };
}

function readLeg(leg: AgencyResponse['flight_legs'][number]): Leg {
  return {
    from: leg.origin,
    to: leg.destination,
    dep: leg.departs,
    arr: leg.arrives,
    localDep: seconds(`${leg.local_departure}Z`),
    localArr: seconds(`${leg.local_arrival}Z`),
    minutes: leg.minutes,
    carrier: leg.carrier,
    marketingCarrier: leg.carrier,
    number: leg.number,
    technicalStops: [],
  };
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** A fare id is the ticket's and the proposal's id, because the prices of a flight are requested by ticket. */
function splitFareId(fareId: string): { ticket: string; proposal: string } {
  const [ticket = '', proposal = ''] = fareId.split(' ');
  return { ticket, proposal };
}

function encodeCursor({ id, since }: AgencyCursor): string {
  return `${since} ${id}`;
}

function decodeCursor(cursor: string): AgencyCursor {
  const [since = '', id = ''] = cursor.split(' ');
  return { id, since: Number(since) };
}
