import { z } from 'zod';
import { runInSlices } from '#app/clock/time-slices.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { CurrencyRates } from '../../model/currency.ts';
import type { Chunk } from '../../model/flight.ts';
import { type FlightQuery, journeySegments } from '../../model/flight-query.ts';
import { type BookingLink, type FlightSupplier, SupplierError } from '../supplier.server.ts';
import { apiTiming } from './api-timing.ts';
import { fetchLimited, type FetchLimits } from './fetch-limited.server.ts';
import { readPollResponse } from './wire/read-poll-response.server.ts';
import { readRates } from './wire/read-rates.ts';

/** Room for 5,000 proposals of 8 kB. One partner alone may send about 1,500 proposals. */
const defaultLimits: FetchLimits = { timeoutMs: 10_000, maxBytes: 40 * 1024 * 1024 };
/**
 * Maximum size of any other response (bytes). They have a few kilobytes, and are parsed at once, with a function for
 * each value.
 */
const maxShortBytes = 256 * 1024;

/**
 * Creates the flight supplier that uses the product's API (spec, section 7). The cursor is the API's search id. Until
 * the first poll, a second line holds the currency rates, because they may come only with the start response.
 * @param apiUrl base URL without a trailing slash
 * @param token the API's bearer token (RFC 6750), if it requires one
 */
export function apiSupplier(apiUrl: string, token?: string, limitOverrides: Partial<FetchLimits> = {}): FlightSupplier {
  const limits = { ...defaultLimits, ...limitOverrides };
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const shortLimits = { ...limits, maxBytes: Math.min(limits.maxBytes, maxShortBytes) };
  const request = (path: string, body?: unknown) => fetchLimited(apiUrl + path, shortLimits, headers, body);
  return {
    name: 'api',
    timing: apiTiming,
    isSample: false,
    async start(query, { language }) {
      const { status, parts } = await request('/flights', createStartBody(query, language));
      if (!isSuccess(status)) throw refusedError(status);
      const response = startResponseSchema.safeParse(readJson(parts.join('')));
      if (!response.success) throw new SupplierError('no_search_id', 'The response contains no search id');
      const { searchId } = response.data;
      const rates = readRates(response.data.currency_rates);
      return { cursor: rates ? `${searchId}\n${JSON.stringify(rates)}` : searchId, pause: 0 };
    },
    async poll(cursor) {
      const [searchId = '', rates] = cursor.split('\n');
      const url = `${apiUrl}/flight-results/${encodePathSegment(searchId, 'refused')}`;
      const { status, parts } = await fetchLimited(url, limits, headers);
      if (!isSuccess(status)) throw refusedError(status);
      const response = await runInSlices(readPollResponse(...parts));
      if (rates) response.chunks.unshift({ ...noFlights, rates: JSON.parse(rates) as CurrencyRates });
      return { ...response, cursor: searchId };
    },
    async bookingLink(cursor, fareId, { language }) {
      const search = encodePathSegment(cursor.split('\n')[0] ?? '', 'not_bookable');
      const fare = encodePathSegment(fareId, 'not_bookable');
      const { status, parts } = await request(`/flight-link/${search}/${fare}?locale=${language}`);
      if (status === 404 || status === 410) throw new SupplierError('not_bookable', `Status ${status}`);
      if (!isSuccess(status)) throw refusedError(status);
      return readLink(parts.join(''));
    },
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const refusedError = (status: number) => new SupplierError('refused', `Status ${status}`);

/** Returns the request body. JSON drops undefined properties, so a one-way journey has no `return_date`. */
function createStartBody(query: FlightQuery, language: Language) {
  const { origin, destination, departDate, returnDate, adults, children, infants, travelClass } = query;
  return {
    origin,
    destination,
    depart_date: departDate,
    return_date: returnDate,
    trip_class: travelClass,
    locale: language,
    passengers: { adults, children, infants },
    segments: journeySegments(query),
  };
}

/** An id must be usable as a URL path segment: no control characters, and neither `.` nor `..`. */
const idSchema = z
  .string()
  .max(200)
  .regex(/^(?!\.{1,2}$)\P{C}+$/u);

const startResponseSchema = z.object({
  searchId: z.union([z.string(), z.number().transform(String)]).pipe(idSchema),
  currency_rates: z.unknown().optional(),
});

/** An empty chunk, for the currency rates of the start response. */
const noFlights: Chunk = { id: 'start', gates: {}, airlines: {}, airports: {}, proposals: [] };

/** Encodes an id as a URL path segment. @throws {SupplierError} with the given problem if the id is invalid */
function encodePathSegment(id: string, problem: SupplierError['problem']): string {
  if (!idSchema.safeParse(id).success) throw new SupplierError(problem, 'The id is invalid');
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
  if (!link.success) throw new SupplierError('unreadable', 'The booking link does not match the schema');
  const { url, method, params } = link.data;
  const target = URL.parse(url ?? '');
  if (!target || !isTrustworthy(target)) {
    throw new SupplierError('not_bookable', 'The booking link is not an https URL');
  }
  return { url: target.href, method: method ?? 'GET', params: params ?? {} };
}

/** Whether it is safe to enter names and card numbers at a URL: https, or http on localhost during development. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
}

/**
 * Parses JSON. Integers beyond JavaScript's safe range, such as click ids, become strings to keep all digits.
 * @throws {SupplierError} with `unreadable` if the text is not JSON
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    // The parser's message quotes the response, which must not be logged.
    throw new SupplierError('unreadable', 'The response is not JSON');
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isTooLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isTooLarge ? (context?.source ?? value) : value;
}
