import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import type { Leg } from '../../app/flights/model/flight.ts';
import { itinerary } from './flights.ts';

/** The price of a ticket at an agent, as a test describes it. */
interface AgencyProposal {
  id: string;
  agent: string;
  /** In euros. */
  price: number;
  /** Seconds from when the price is sent; five minutes by default. */
  lifetime?: number;
  /** Whether the agent sells it by telephone only. */
  byRequest?: boolean;
  /** Pieces of checked baggage. */
  bags?: number;
}

/** A ticket with its prices. */
export interface AgencyTicket {
  id: string;
  /** In the notation of {@link itinerary}. */
  journey: string;
  proposals: AgencyProposal[];
}

/** What `POST /searches` receives. */
export interface AgencyStart {
  directions: { origin: string; destination: string; date: string }[];
  passengers: { adults: number; children: number; infants: number };
  trip_class: string;
  currency_code: string;
  locale: string;
}

/** A ticket of a response. `flights` are positions in the response's `flight_legs`. */
export interface AgencyWireTicket {
  id: string;
  segments: { flights: number[] }[];
  proposals: {
    id: string;
    agent_id: string;
    price: { amount: string; currency_code: string };
    /** Grows with every change of the price. */
    updated: number;
    /** ISO 8601. */
    expires_at: string;
    booking: 'link' | 'request';
    bags: number;
  }[];
}

/** A response with tickets. */
export interface AgencyResponse {
  last_update: number;
  is_over: boolean;
  /** Pause before the next request (ms). */
  next_after: number;
  agents: Record<string, { label: string }>;
  flight_legs: {
    origin: string;
    destination: string;
    departs: number;
    arrives: number;
    /** Wall-clock time: `2027-03-26 08:00`. */
    local_departure: string;
    local_arrival: string;
    minutes: number;
    carrier: string;
    number: string;
  }[];
  tickets: AgencyWireTicket[];
}

/** A search service that has nothing in common with the product's API but its purpose. */
export interface StandInAgency {
  url: string;
  credentials: { token: string; secret: string };
  received: {
    start: { body: AgencyStart; headers: IncomingMessage['headers'] }[];
    /** The cursors of the polls, and whether there was something new. */
    polls: { since: number; status: 200 | 304 }[];
    /** Ids of the tickets whose prices were requested. */
    tickets: string[];
    clicks: { proposal: string; headers: IncomingMessage['headers'] }[];
  };
  /** Adds what the next poll of every search delivers. A known proposal has its new price from now on. */
  publish(...tickets: AgencyTicket[]): void;
  /** Adds proposals that are delivered only if their ticket is requested. */
  keepForTicket(id: string, ...proposals: AgencyProposal[]): void;
  /** Ends all searches with the next poll that has nothing else to deliver. */
  finish(): void;
  /** Sets how long links can be opened (s). They are gone (410) if undefined. */
  setLinks(lifetime: number | undefined, method?: 'GET' | 'POST'): void;
  /** Refuses every request from now on, quoting the credentials. */
  refuse(): void;
  /** Forgets everything. */
  reset(): void;
  close(): Promise<void>;
}

/** Seconds. */
const fiveMinutes = 300;

/**
 * Starts a flight search service as a real HTTP server. Its shape follows what is publicly documented of such services:
 * the search API of Aviasales since November 2025 (signed requests that name the visitor; tickets that refer to legs; a
 * time stamp from poll to poll, 304 if nothing is new; links on demand; https://support.travelpayouts.com, article
 * 30565016140434), and Duffel's offers (`expires_at`; all prices only for a single offer; https://duffel.com/docs).
 */
export async function startStandInAgency(): Promise<StandInAgency> {
  const credentials = { token: `token-${randomUUID()}`, secret: `secret-${randomUUID()}` };
  const received: StandInAgency['received'] = { start: [], polls: [], tickets: [], clicks: [] };
  let searches = new Set<string>();
  let revision = 0;
  let updates: AgencyTicket[][] = [];
  let kept = new Map<string, AgencyProposal[]>();
  let isFinished = false;
  let links: { lifetime: number | undefined; method: 'GET' | 'POST' } = { lifetime: fiveMinutes, method: 'GET' };
  let isRefusing = false;

  function isSigned({ headers }: IncomingMessage): boolean {
    const { 'x-token': token, 'x-signature': signature, 'x-user-ip': address = '' } = headers;
    const expected = createHmac('sha256', credentials.secret).update(address.toString()).digest('hex');
    return token === credentials.token && signature === expected;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const respondWith = (status: number, body?: unknown): ServerResponse =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body));
    const body: unknown = request.method === 'POST' ? await readJson(request) : undefined;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [collection, searchId = '', kind, id = ''] = pathname.slice(1).split('/').map(decodeURIComponent);
    if (isRefusing || !isSigned(request)) {
      const { token, secret } = credentials;
      return respondWith(401, {
        error: `Wrong signature ${request.headers['x-signature']?.toString()}`,
        token,
        secret,
      });
    }
    if (collection !== 'searches' || (kind && !searches.has(searchId))) return respondWith(404);
    revision += 1;
    switch (kind) {
      case undefined: {
        const { headers } = request;
        // Like the documented services, it requires a visitor.
        if (!headers['x-user-ip'] || !headers['x-user-agent']) return respondWith(400, { error: 'no visitor' });
        received.start.push({ body: body as AgencyStart, headers });
        const search_id = randomUUID();
        searches.add(search_id);
        return respondWith(201, { search_id, next_after: 0 });
      }
      case 'results': {
        const { since } = body as { since: number };
        const update = updates[since];
        const hasNews = update !== undefined || isFinished;
        received.polls.push({ since, status: hasNews ? 200 : 304 });
        if (!hasNews) return respondWith(304);
        return respondWith(200, responseOf(update ?? [], revision, since + 1, update === undefined));
      }
      case 'tickets': {
        received.tickets.push(id);
        const ticket = updates.flat().find((candidate) => candidate.id === id);
        if (!ticket) return respondWith(404);
        return respondWith(200, responseOf([{ ...ticket, proposals: allProposals(id) }], revision));
      }
      case 'proposals': {
        received.clicks.push({ proposal: id, headers: request.headers });
        const { lifetime, method } = links;
        if (lifetime === undefined) return respondWith(410);
        const url = `https://agent.example/pay?offer=${encodeURIComponent(id)}`;
        return respondWith(200, { url, method, expires_at: inSeconds(lifetime) });
      }
      default:
        return respondWith(404);
    }
  }

  /** Returns the last price of every proposal of a ticket. */
  function allProposals(ticketId: string): AgencyProposal[] {
    const published = updates.flat().filter(({ id }) => id === ticketId);
    const all = [...published.flatMap(({ proposals }) => proposals), ...(kept.get(ticketId) ?? [])];
    return [...new Map(all.map((proposal) => [proposal.id, proposal])).values()];
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      console.error('stand-in agency:', error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    received,
    publish: (...tickets) => void updates.push(tickets),
    keepForTicket: (id, ...proposals) => void kept.set(id, proposals),
    finish: () => void (isFinished = true),
    setLinks: (lifetime, method = 'GET') => void (links = { lifetime, method }),
    refuse: () => void (isRefusing = true),
    reset() {
      for (const calls of Object.values(received)) calls.length = 0;
      searches = new Set();
      updates = [];
      kept = new Map();
      isFinished = false;
      links = { lifetime: fiveMinutes, method: 'GET' };
      isRefusing = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function responseOf(tickets: AgencyTicket[], revision: number, cursor = 0, isOver = false): AgencyResponse {
  const legs: AgencyResponse['flight_legs'] = [];
  const agents: AgencyResponse['agents'] = {};
  const wireTickets = tickets.map(({ id, journey, proposals }) => ({
    id,
    segments: itinerary(journey).segments.map((segment) => ({
      flights: segment.legs.map((leg) => legs.push(wireLegOf(leg)) - 1),
    })),
    proposals: proposals.map((proposal) => {
      agents[proposal.agent] = { label: `Agent ${proposal.agent}` };
      return {
        id: proposal.id,
        agent_id: proposal.agent,
        price: { amount: proposal.price.toFixed(2), currency_code: 'eur' },
        updated: revision,
        expires_at: inSeconds(proposal.lifetime ?? fiveMinutes),
        booking: proposal.byRequest ? ('request' as const) : ('link' as const),
        bags: proposal.bags ?? 0,
      };
    }),
  }));
  return { last_update: cursor, is_over: isOver, next_after: 100, agents, flight_legs: legs, tickets: wireTickets };
}

function wireLegOf({ from, to, dep, arr, localDep, localArr, minutes, carrier, number }: Leg) {
  const wallClock = (time: number) => new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return {
    origin: from,
    destination: to,
    departs: dep,
    arrives: arr,
    local_departure: wallClock(localDep),
    local_arrival: wallClock(localArr),
    minutes,
    carrier,
    number,
  };
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}
