import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json as readJson, text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { FlightQuery } from '#app/flights/model/flight-query.ts';
import { sampleChunks } from '#app/flights/suppliers/sample/sample-responses.server.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { airportsOf } from '#app/places/airports/areas.ts';

/** The calls of the API's flight search. */
export type FlightCall = 'start' | 'poll' | 'link';

/**
 * The behaviour of a call:
 * - `no-search-id`: for `start` only; `gone`: status 410
 * - `empty`: always `[]`
 * - `hanging`: no response; `hanging-body`: half of one
 * - `huge`: 50 MB uncompressed; `bomb`: 50 MB in some 50 kB of gzip. Both are valid JSON.
 */
export type FlightFault =
  | 'ok'
  | 'slow'
  | 'error'
  | 'no-search-id'
  | 'gone'
  | 'empty'
  | 'hanging'
  | 'hanging-body'
  | 'connection-reset'
  | 'not-json'
  | 'huge'
  | 'bomb'
  | 'redirect';

/** The body of `POST /flights` (spec, section 7). */
interface StartBody {
  origin: string;
  destination: string;
  depart_date: string;
  return_date?: string;
  trip_class: FlightQuery['travelClass'];
  locale: string;
  passengers: { adults: number; children: number; infants: number };
  segments: { origin: string; destination: string; date: string }[];
}

/** An item of a response in the wire format, and when it becomes available (ms after the start of the search). */
export interface TimedItem {
  after: number;
  chunk: unknown;
}

/** The flight search of the stand-in API, with its received calls. */
export interface StandInFlights {
  /** All calls in order, including failed ones. */
  received: {
    start: StartBody[];
    /** `departDate` is that of the search, by which a test recognises it. */
    poll: { searchId: string; departDate: string | undefined }[];
    link: { searchId: string; urlId: string; locale: string | null }[];
  };
  /** Sets the behaviour of a call; a function is called for each request. */
  setBehaviour(call: FlightCall, fault: FlightFault | (() => FlightFault)): void;
  /** Sets the results of searches started from now on, in order of time; sample flights by default. */
  setResults(items: TimedItem[] | ((body: StartBody) => TimedItem[])): void;
  /** Speeds up searches started from now on by this factor. */
  speedUp(factor: number): void;
  /** Holds back all results but the first of each search. @returns a function that makes all of them available */
  holdBack(): () => void;
  /** Sets how fares are booked: at a URL, or at the stand-in partner, whose page lists the fields it received. */
  setBookingMethod(method: 'GET' | 'POST', url?: string): void;
  /** Restores the initial state; deletes searches and received calls. */
  reset(): void;
}

interface Search {
  departDate: string;
  /** `performance.now()`. */
  startedAt: number;
  speed: number;
  items: TimedItem[];
  /** The number of items sent so far: each poll returns only new ones. */
  delivered: number;
}

const hugeSize = 50 * 1024 * 1024;

/**
 * Creates the stand-in API's flight search (spec, section 7).
 * @param slowDelay duration of a slow response (ms)
 * @param describe compares each request with the API's description
 * @returns controls, and `handle`, which handles a request and resolves to false if it is for another endpoint
 */
export function standInFlights(
  slowDelay: number,
  describe: (request: IncomingMessage, body?: { json: unknown }) => void,
) {
  const searches = new Map<string, Search>();
  const received: StandInFlights['received'] = { start: [], poll: [], link: [] };
  const faults: Record<FlightCall, FlightFault | (() => FlightFault)> = { start: 'ok', poll: 'ok', link: 'ok' };
  let speed = 1;
  let available: 'by time' | 'first' | 'all' = 'by time';
  let resultsFor: (body: StartBody) => TimedItem[] = sampleItems;
  let booking: { method: 'GET' | 'POST'; url?: string } = { method: 'GET' };

  const flights: StandInFlights = {
    received,
    setBehaviour: (call, fault) => (faults[call] = fault),
    setResults: (items) => (resultsFor = typeof items === 'function' ? items : () => items),
    speedUp: (factor) => (speed = factor),
    holdBack() {
      available = 'first';
      return () => (available = 'all');
    },
    setBookingMethod: (method, url) => (booking = { method, url }),
    reset() {
      searches.clear();
      for (const calls of Object.values(received)) calls.length = 0;
      for (const call of ['start', 'poll', 'link'] as const) faults[call] = 'ok';
      speed = 1;
      available = 'by time';
      resultsFor = sampleItems;
      booking = { method: 'GET' };
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
    const [first = '', searchId = '', urlId = ''] = parts;
    const kind = `${request.method} ${first} ${parts.length}`;
    if (kind === 'POST flights 1') {
      const body = (await readJson(request)) as StartBody;
      describe(request, { json: body });
      received.start.push(body);
      await respond(request, response, 'start', () => {
        const id = randomUUID();
        const { depart_date: departDate } = body;
        searches.set(id, { departDate, startedAt: performance.now(), speed, items: resultsFor(body), delivered: 0 });
        return { searchId: id };
      });
    } else if (kind === 'GET flight-results 2') {
      describe(request);
      const search = searches.get(searchId);
      received.poll.push({ searchId, departDate: search?.departDate });
      await respond(request, response, 'poll', search && (() => newItems(search, available)));
    } else if (kind === 'GET flight-link 3') {
      describe(request);
      received.link.push({ searchId, urlId, locale: url.searchParams.get('locale') });
      const fields = { search: searchId, fare: urlId };
      await respond(request, response, 'link', searches.has(searchId) && (() => link(url.origin, fields)));
    } else if (first === 'partner' && parts.length === 1) {
      const body = request.method === 'POST' ? await readText(request) : '';
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(partnerPage(request.method ?? '', new URLSearchParams(url.search), new URLSearchParams(body)));
    } else {
      return false;
    }
    return true;
  }

  /** @param content returns the content of a successful response; missing if the search does not exist */
  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    call: FlightCall,
    content: (() => unknown) | false | undefined,
  ): Promise<void> {
    const behaviour = faults[call];
    const fault = typeof behaviour === 'function' ? behaviour() : behaviour;
    const jsonType = { 'Content-Type': 'application/json' };
    switch (fault) {
      case 'error':
        return void response.writeHead(500, jsonType).end('{"error":"search failed"}');
      case 'gone':
        return void response.writeHead(410, jsonType).end('{"error":"gone"}');
      case 'no-search-id':
        return void response.writeHead(200, jsonType).end('{"searchId":null}');
      case 'empty':
        return void response.writeHead(200, jsonType).end('[]');
      case 'hanging':
        return;
      case 'hanging-body':
        return void response.writeHead(200, jsonType).write('[{"chunk_id":');
      case 'connection-reset':
        return void request.socket.destroy();
      case 'not-json':
        return void response.writeHead(200, jsonType).end('<html>[]</html>');
      case 'redirect':
        return void response.writeHead(302, { Location: '/flight-results/elsewhere' }).end();
      case 'huge':
        response.writeHead(200, jsonType);
        return ignoreDisconnect(pipeline(hugeResponse(), response));
      case 'bomb':
        response.writeHead(200, { ...jsonType, 'Content-Encoding': 'gzip' });
        return ignoreDisconnect(pipeline(hugeResponse(), createGzip({ level: 9 }), response));
      case 'slow':
        await pause(slowDelay);
        break;
      case 'ok':
        break;
    }
    if (!content) return void response.writeHead(404, jsonType).end('{"error":"not found"}');
    const body = JSON.stringify(content());
    if (!/\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) {
      return void response.writeHead(200, jsonType).end(body);
    }
    response.writeHead(200, { ...jsonType, 'Content-Encoding': 'gzip' }).end(gzipSync(body));
  }

  function link(origin: string, fields: Record<string, string>) {
    const isPost = booking.method === 'POST';
    const url = booking.url ?? `${origin}/partner${isPost ? '' : `?${new URLSearchParams(fields)}`}`;
    return { url, method: booking.method, params: isPost ? fields : {}, gate_id: 9001, click_id: 1, str_click_id: '1' };
  }

  return { flights, handle };
}

/** Returns the items that have become available since the previous poll. */
function newItems(search: Search, available: 'by time' | 'first' | 'all'): unknown[] {
  const elapsed = (performance.now() - search.startedAt) * search.speed;
  const isAvailable = {
    'by time': ({ after }: TimedItem) => after <= elapsed,
    first: (item: TimedItem) => item === search.items[0],
    all: () => true,
  }[available];
  const items = search.items.slice(search.delivered).filter(isAvailable);
  search.delivered += items.length;
  return items.map(({ chunk }) => chunk);
}

/** Returns the site's own sample flights; none for unknown places. */
function sampleItems(body: StartBody): TimedItem[] {
  const { origin, destination, depart_date, return_date, trip_class, passengers } = body;
  const end = { after: 0, chunk: { search_id: 'stand-in' } };
  const isKnown = [origin, destination].every((code) => airportsOf(code).every((airport) => airportByCode(airport)));
  if (!isKnown || origin === destination) return [end];
  const query: FlightQuery = {
    ...{ origin, destination, ...passengers },
    ...{ departDate: depart_date, returnDate: return_date, travelClass: trip_class },
  };
  return sampleChunks(query, 'stand-in');
}

/** Returns a valid but huge JSON array: 50 MB of whitespace. */
function hugeResponse(): Readable {
  const spaces = Buffer.alloc(64 * 1024, ' ');
  return Readable.from(
    (function* () {
      yield Buffer.from('[');
      for (let sent = 0; sent < hugeSize; sent += spaces.length) yield spaces;
      yield Buffer.from(']');
    })(),
  );
}

/** Ignores that the client disconnects early. */
async function ignoreDisconnect(sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function partnerPage(method: string, query: URLSearchParams, fields: URLSearchParams): string {
  const rows = [...query, ...fields].map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in partner</title>
<h1>Stand-in partner</h1>
<p>This is what arrived by <span id="method">${escaped(method)}</span>:</p>
<dl>${rows.join('')}</dl>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
