import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json as readJson, text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { airportByCode } from '#app/airports/airport.ts';
import type { FlightQuery } from '#app/flights/flight-query.ts';
import { sampleChunks } from '#app/flights/sample/sample-answers.server.ts';

/** What the flight search of the API is asked for. */
export type FlightCall = 'start' | 'poll' | 'link';

/**
 * - `no-search-id`, `gone` (410): of a start and of a link only
 * - `empty`: `[]` for ever
 * - `hanging`: no answer; `hanging-body`: half of one
 * - `huge`: 50 MB as they are; `bomb`: 50 MB in some 50 kB of gzip. Both are good JSON, for whoever reads that far
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
  | 'breaks'
  | 'not-json'
  | 'huge'
  | 'bomb'
  | 'redirect';

/** The body of `POST /flights` (spec, section 7). */
export interface StartBody {
  origin: string;
  destination: string;
  depart_date: string;
  return_date?: string;
  trip_class: FlightQuery['travelClass'];
  locale: string;
  passengers: { adults: number; children: number; infants: number };
  segments: { origin: string; destination: string; date: string }[];
}

/** Items of an answer, as they are written, and how many milliseconds after the start they are there. */
export interface TimedItem {
  after: number;
  chunk: unknown;
}

/** The flight search of the stand-in API, and what it was asked. */
export interface StandInFlights {
  /** In the order in which they came, those that were answered with a fault too. */
  received: {
    start: StartBody[];
    poll: { searchId: string }[];
    link: { searchId: string; urlId: string; locale: string | null }[];
  };
  /** From now on; a function is asked anew at each call. */
  behave(call: FlightCall, fault: FlightFault | (() => FlightFault)): void;
  /** What searches find that start from now on, the earliest first; made-up flights until told otherwise. */
  find(items: TimedItem[] | ((body: StartBody) => TimedItem[])): void;
  /** How many times faster than real the searches that start from now on gather their chunks. */
  hurry(factor: number): void;
  /** How fares are booked from now on: at the stand-in partner, whose page shows what arrived, or at an address. */
  bookBy(method: 'GET' | 'POST', url?: string): void;
  /** All as it was at the beginning; searches and what was received are forgotten. */
  reset(): void;
}

interface Search {
  /** `performance.now()`. */
  startedAt: number;
  hurry: number;
  items: TimedItem[];
  /** How many items were handed out: a poll gets new ones only. */
  delivered: number;
}

const hugeSize = 50 * 1024 * 1024;

/**
 * The part of the stand-in API that finds flights (spec, section 7).
 * @param slowness how long a slow answer takes, in milliseconds
 * @returns `answer` says whether the request was one for it
 */
export function standInFlights(slowness: number) {
  const searches = new Map<string, Search>();
  const received: StandInFlights['received'] = { start: [], poll: [], link: [] };
  const faults: Record<FlightCall, FlightFault | (() => FlightFault)> = { start: 'ok', poll: 'ok', link: 'ok' };
  let hurry = 1;
  let find: (body: StartBody) => TimedItem[] = madeUp;
  let booking: { method: 'GET' | 'POST'; url?: string } = { method: 'GET' };

  const flights: StandInFlights = {
    received,
    behave: (call, fault) => (faults[call] = fault),
    find: (items) => (find = typeof items === 'function' ? items : () => items),
    hurry: (factor) => (hurry = factor),
    bookBy: (method, url) => (booking = { method, url }),
    reset() {
      searches.clear();
      for (const calls of Object.values(received)) calls.length = 0;
      for (const call of ['start', 'poll', 'link'] as const) faults[call] = 'ok';
      hurry = 1;
      find = madeUp;
      booking = { method: 'GET' };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
    const [first = '', searchId = '', urlId = ''] = parts;
    const kind = `${request.method} ${first} ${parts.length}`;
    if (kind === 'POST flights 1') {
      const body = (await readJson(request)) as StartBody;
      received.start.push(body);
      await respond(request, response, 'start', () => {
        const id = randomUUID();
        searches.set(id, { startedAt: performance.now(), hurry, items: find(body), delivered: 0 });
        return { searchId: id };
      });
    } else if (kind === 'GET flight-results 2') {
      received.poll.push({ searchId });
      const search = searches.get(searchId);
      await respond(request, response, 'poll', search && (() => newItems(search)));
    } else if (kind === 'GET flight-link 3') {
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

  /** @param content of a good answer; none where what is asked for does not exist */
  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    call: FlightCall,
    content: (() => unknown) | false | undefined,
  ): Promise<void> {
    const chosen = faults[call];
    const fault = typeof chosen === 'function' ? chosen() : chosen;
    const isJson = { 'Content-Type': 'application/json' };
    switch (fault) {
      case 'error':
        return void response.writeHead(500, isJson).end('{"error":"search failed"}');
      case 'gone':
        return void response.writeHead(410, isJson).end('{"error":"gone"}');
      case 'no-search-id':
        return void response.writeHead(200, isJson).end('{"searchId":null}');
      case 'empty':
        return void response.writeHead(200, isJson).end('[]');
      case 'hanging':
        return;
      case 'hanging-body':
        return void response.writeHead(200, isJson).write('[{"chunk_id":');
      case 'breaks':
        return void request.socket.destroy();
      case 'not-json':
        return void response.writeHead(200, isJson).end('<html>[]</html>');
      case 'redirect':
        return void response.writeHead(302, { Location: '/flight-results/elsewhere' }).end();
      case 'huge':
        response.writeHead(200, isJson);
        return ignoreBreak(pipeline(hugeAnswer(), response));
      case 'bomb':
        response.writeHead(200, { ...isJson, 'Content-Encoding': 'gzip' });
        return ignoreBreak(pipeline(hugeAnswer(), createGzip({ level: 9 }), response));
      case 'slow':
        await pause(slowness);
        break;
      case 'ok':
        break;
    }
    if (!content) return void response.writeHead(404, isJson).end('{"error":"not found"}');
    const body = JSON.stringify(content());
    if (!/\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) {
      return void response.writeHead(200, isJson).end(body);
    }
    response.writeHead(200, { ...isJson, 'Content-Encoding': 'gzip' }).end(gzipSync(body));
  }

  function link(origin: string, fields: Record<string, string>) {
    const isPost = booking.method === 'POST';
    const url = booking.url ?? `${origin}/partner${isPost ? '' : `?${new URLSearchParams(fields)}`}`;
    return { url, method: booking.method, params: isPost ? fields : {}, gate_id: 9001, click_id: 1, str_click_id: '1' };
  }

  return { flights, answer };
}

/** What has come since the poll before. */
function newItems(search: Search): unknown[] {
  const since = (performance.now() - search.startedAt) * search.hurry;
  const items = search.items.slice(search.delivered).filter(({ after }) => after <= since);
  search.delivered += items.length;
  return items.map(({ chunk }) => chunk);
}

/** The samples that the site has itself; nothing between places that it does not know. */
function madeUp(body: StartBody): TimedItem[] {
  const { origin, destination, depart_date, return_date, trip_class, passengers } = body;
  const end = { after: 0, chunk: { search_id: 'stand-in' } };
  if (!airportByCode(origin) || !airportByCode(destination) || origin === destination) return [end];
  const query: FlightQuery = {
    ...{ origin, destination, ...passengers },
    ...{ departDate: depart_date, returnDate: return_date, travelClass: trip_class },
  };
  return sampleChunks(query, 'stand-in');
}

/** An array of chunks without end, behind much white space. */
function hugeAnswer(): Readable {
  const blanks = Buffer.alloc(64 * 1024, ' ');
  return Readable.from(
    (function* () {
      yield Buffer.from('[');
      for (let sent = 0; sent < hugeSize; sent += blanks.length) yield blanks;
      yield Buffer.from(']');
    })(),
  );
}

/** Whoever hangs up has read enough. */
async function ignoreBreak(sending: Promise<void>): Promise<void> {
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
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
