import { z } from 'zod';
import type { Language } from '#app/i18n/languages.ts';
import { exchange, type ExchangeLimits } from './exchange.server.ts';
import type { FlightQuery } from './flight-query.ts';
import { SupplierError, type BookingLink, type FlightSupplier } from './supplier.server.ts';
import { readAnswer } from './wire/read-answer.server.ts';

const usualLimits: ExchangeLimits = { timeoutMs: 10_000, maxBytes: 10 * 1024 * 1024 };

/**
 * The product's API as supplier of flights (spec, section 7).
 * @param apiUrl without a slash at its end
 */
export function apiSupplier(apiUrl: string, limits: Partial<ExchangeLimits> = {}): FlightSupplier {
  const allLimits = { ...usualLimits, ...limits };
  const ask = (path: string, body?: unknown) => exchange(apiUrl + path, allLimits, body);
  return {
    isSample: false,
    async start(query, language) {
      const { status, text } = await ask('/flights', startBody(query, language));
      if (!isSuccess(status)) throw refusal(status);
      const started = startedSchema.safeParse(readJson(text));
      if (!started.success) throw new SupplierError('no_search_id', 'the search was not given an id');
      return started.data.searchId;
    },
    async poll(supplierSearchId) {
      const { status, text } = await ask(`/flight-results/${pathPart(supplierSearchId, 'refused')}`);
      if (!isSuccess(status)) throw refusal(status);
      return readAnswer(text);
    },
    async bookingLink(supplierSearchId, urlId, language) {
      const [search, fare] = [supplierSearchId, urlId].map((id) => pathPart(id, 'not_bookable'));
      const { status, text } = await ask(`/flight-link/${search}/${fare}?locale=${language}`);
      if (status === 404 || status === 410) throw new SupplierError('not_bookable', `status ${status}`);
      if (!isSuccess(status)) throw refusal(status);
      return readLink(text);
    },
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const refusal = (status: number) => new SupplierError('refused', `status ${status}`);

/** JSON leaves out what is not there: a journey without return has one segment and no `return_date`. */
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

/** Becomes a part of an address: without control characters, and neither of the parts that lead upwards. */
const idSchema = z
  .string()
  .max(200)
  .regex(/^(?!\.{1,2}$)\P{C}+$/u);

const startedSchema = z.object({ searchId: z.union([z.string(), z.number().transform(String)]).pipe(idSchema) });

function pathPart(id: string, problem: SupplierError['problem']): string {
  if (!idSchema.safeParse(id).success) throw new SupplierError(problem, 'an id that the API did not give');
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
  if (!link.success) throw new SupplierError('unreadable', 'the link is not as agreed');
  const { url, method, params } = link.data;
  const target = URL.parse(url ?? '');
  if (!target || !isTrustworthy(target)) {
    throw new SupplierError('not_bookable', 'the link leads to no page');
  }
  return { url: target.href, method: method ?? 'GET', params: params ?? {} };
}

/** Names and cards are typed there: nothing but https, or this machine while the site is being built. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
}

/**
 * JSON with every digit of whole numbers too large for JavaScript, as texts: ids of clicks are such.
 * @throws {SupplierError} `unreadable`
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    // What the parser says quotes the answer, which is not for the log.
    throw new SupplierError('unreadable', 'the answer is no JSON');
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isTooLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isTooLarge ? (context?.source ?? value) : value;
}
