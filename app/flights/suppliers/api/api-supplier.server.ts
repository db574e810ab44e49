import { z } from 'zod';
import type { Language } from '#app/i18n/languages.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import { type BookingLink, type FlightSupplier, SupplierError } from '../supplier.server.ts';
import { apiTiming } from './api-timing.ts';
import { fetchLimited, type FetchLimits } from './fetch-limited.server.ts';
import { readPollResponse } from './wire/read-poll-response.server.ts';

const defaultLimits: FetchLimits = { timeoutMs: 10_000, maxBytes: 10 * 1024 * 1024 };

/**
 * Flight supplier backed by the product's API (spec, section 7). The cursor is its search id.
 * @param apiUrl without a trailing slash
 */
export function apiSupplier(apiUrl: string, limits: Partial<FetchLimits> = {}): FlightSupplier {
  const allLimits = { ...defaultLimits, ...limits };
  const request = (path: string, body?: unknown) => fetchLimited(apiUrl + path, allLimits, body);
  return {
    name: 'api',
    timing: apiTiming,
    isSample: false,
    async start(query, language) {
      const { status, text } = await request('/flights', startBody(query, language));
      if (!isSuccess(status)) throw refusal(status);
      const started = startedSchema.safeParse(readJson(text));
      if (!started.success) throw new SupplierError('no_search_id', 'the response contains no search id');
      return { cursor: started.data.searchId, pause: 0 };
    },
    async poll(cursor) {
      const { status, text } = await request(`/flight-results/${pathPart(cursor, 'refused')}`);
      if (!isSuccess(status)) throw refusal(status);
      return { ...readPollResponse(text), cursor };
    },
    async bookingLink(cursor, fareId, language) {
      const search = pathPart(cursor, 'not_bookable');
      const fare = pathPart(fareId, 'not_bookable');
      const { status, text } = await request(`/flight-link/${search}/${fare}?locale=${language}`);
      if (status === 404 || status === 410) throw new SupplierError('not_bookable', `status ${status}`);
      if (!isSuccess(status)) throw refusal(status);
      return readLink(text);
    },
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const refusal = (status: number) => new SupplierError('refused', `status ${status}`);

/** Undefined properties are dropped by JSON: a one-way journey has one segment and no `return_date`. */
function startBody(query: FlightQuery, language: Language) {
  const { origin, destination, departDate, returnDate, adults, children, infants, travelClass } = query;
  return {
    origin,
    destination,
    depart_date: departDate,
    return_date: returnDate,
    trip_class: travelClass,
    locale: language,
    passengers: { adults, children, infants },
    segments: [
      { origin, destination, date: departDate },
      ...(returnDate ? [{ origin: destination, destination: origin, date: returnDate }] : []),
    ],
  };
}

/** Ids become a URL path segment: no control characters, and neither `.` nor `..`. */
const idSchema = z
  .string()
  .max(200)
  .regex(/^(?!\.{1,2}$)\P{C}+$/u);

const startedSchema = z.object({ searchId: z.union([z.string(), z.number().transform(String)]).pipe(idSchema) });

/** Encodes an id for a URL path. @throws {SupplierError} `problem`, if the id is not valid */
function pathPart(id: string, problem: SupplierError['problem']): string {
  if (!idSchema.safeParse(id).success) throw new SupplierError(problem, 'the id is not one of the API');
  return encodeURIComponent(id);
}

const linkSchema = z.object({
  url: z.string().nullish(),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['GET', 'POST']))
    .nullish(),
  params: z.record(z.string(), z.union([z.string(), z.number().transform(String)])).nullish(),
});

function readLink(text: string): BookingLink {
  const link = linkSchema.safeParse(readJson(text));
  if (!link.success) throw new SupplierError('unreadable', 'the booking link does not match the schema');
  const { url, method, params } = link.data;
  const target = URL.parse(url ?? '');
  if (!target || !isTrustworthy(target)) {
    throw new SupplierError('not_bookable', 'the booking link is not an https URL');
  }
  return { url: target.href, method: method ?? 'GET', params: params ?? {} };
}

/** Travellers enter names and card numbers there: https only, or localhost during development. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
}

/**
 * Parses JSON; integers beyond JavaScript's safe range (such as click ids) become strings with all their digits.
 * @throws {SupplierError} `unreadable`
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    // The parser's message quotes the response, which must not be logged.
    throw new SupplierError('unreadable', 'the response is not JSON');
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isTooLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isTooLarge ? (context?.source ?? value) : value;
}
