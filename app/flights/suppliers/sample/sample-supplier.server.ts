import { z } from 'zod';
import { runSync } from '#app/clock/time-slices.ts';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { airportsOf } from '#app/places/airports/areas.ts';
import { travelClasses } from '../../model/flight.ts';
import { type FlightQuery, travellerLimits } from '../../model/flight-query.ts';
import { apiTiming } from '../api/api-timing.ts';
import { readPollResponse } from '../api/wire/read-poll-response.server.ts';
import { type FlightSupplier, SupplierError } from '../supplier.server.ts';
import { sampleChunks } from './sample-responses.server.ts';

/**
 * Creates a flight supplier with sample data, for a site without an API. The supplier is stateless: the cursor contains
 * the criteria and the start time, so searches survive a restart.
 * @param now clock (ms since 1970)
 */
export function sampleSupplier(now: () => number = Date.now): FlightSupplier {
  return {
    name: 'sample',
    timing: apiTiming,
    isSample: true,
    start: (query) => Promise.resolve({ cursor: encodeCursor({ query, startedAt: now() }), pause: 0 }),
    // oxlint-disable-next-line typescript/require-await -- turns thrown errors into rejections
    async poll(cursor) {
      const { query, startedAt } = decodeCursor(cursor);
      // The first chunk stays available even if the clock is set back.
      const elapsed = Math.max(0, now() - startedAt);
      const available = sampleChunks(query, 'sample').filter(({ after }) => after <= elapsed);
      return { ...runSync(readPollResponse(JSON.stringify(available.map(({ chunk }) => chunk)))), cursor };
    },
    bookingLink: () => Promise.reject(new SupplierError('not_bookable', 'Sample flights cannot be booked')),
  };
}

/** The content of a cursor. */
interface SampleSearch {
  query: FlightQuery;
  startedAt: number;
}

const placeSchema = z.string().refine((code) => airportsOf(code).every((airport) => airportByCode(airport)));
const dateSchema = z.string().refine(isIsoDate);
const countSchema = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

const searchSchema: z.ZodType<SampleSearch> = z.object({
  query: z
    .object({
      origin: placeSchema,
      destination: placeSchema,
      departDate: dateSchema,
      returnDate: dateSchema.optional(),
      adults: countSchema(travellerLimits.adults),
      children: countSchema(travellerLimits.children),
      infants: countSchema(travellerLimits.infants),
      travelClass: z.enum(travelClasses),
    })
    .refine(({ origin, destination }) => origin !== destination),
  startedAt: z.number(),
});

function encodeCursor(search: SampleSearch): string {
  return Buffer.from(JSON.stringify(search)).toString('base64url');
}

/** Decodes a cursor. @throws {SupplierError} with `refused` if the cursor does not contain a sample search */
function decodeCursor(cursor: string): SampleSearch {
  const search = searchSchema.safeParse(parseCursor(cursor));
  if (!search.success) throw new SupplierError('refused', 'The cursor does not contain a sample search');
  return search.data;
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
