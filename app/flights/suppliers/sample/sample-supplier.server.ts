import { z } from 'zod';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { travelClasses } from '../../model/flight.ts';
import { type FlightQuery, travellerLimits } from '../../model/flight-query.ts';
import { apiTiming } from '../api/api-timing.ts';
import { readPollResponse } from '../api/wire/read-poll-response.server.ts';
import { type FlightSupplier, SupplierError } from '../supplier.server.ts';
import { sampleChunks } from './sample-answers.server.ts';

/**
 * Flight supplier with sample data, for a site without API. Stateless: the cursor holds the criteria and the start time, so
 * searches survive a restart.
 * @param now milliseconds since 1970
 */
export function sampleSupplier(now: () => number = Date.now): FlightSupplier {
  return {
    name: 'sample',
    timing: apiTiming,
    isSample: true,
    start: (query) => Promise.resolve({ cursor: cursorOf({ query, startedAt: now() }), pause: 0 }),
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws has to be a rejection
    async poll(cursor) {
      const { query, startedAt } = searchOf(cursor);
      // If the clock was set back, chunks already delivered must not disappear.
      const since = Math.max(0, now() - startedAt);
      const due = sampleChunks(query, 'sample').filter(({ after }) => after <= since);
      return { ...readPollResponse(JSON.stringify(due.map(({ chunk }) => chunk))), cursor };
    },
    bookingLink: () => Promise.reject(new SupplierError('not_bookable', 'sample flights cannot be booked')),
  };
}

interface Search {
  query: FlightQuery;
  startedAt: number;
}

const airport = z.string().refine((code) => airportByCode(code) !== undefined);
const date = z.string().refine(isIsoDate);
const count = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

const searchSchema: z.ZodType<Search> = z.object({
  query: z
    .object({
      origin: airport,
      destination: airport,
      departDate: date,
      returnDate: date.optional(),
      adults: count(travellerLimits.adults),
      children: count(travellerLimits.children),
      infants: count(travellerLimits.infants),
      travelClass: z.enum(travelClasses),
    })
    .refine(({ origin, destination }) => origin !== destination),
  startedAt: z.number(),
});

function cursorOf(search: Search): string {
  return Buffer.from(JSON.stringify(search)).toString('base64url');
}

/** Decodes a cursor. @throws {SupplierError} `refused` if it is not one of ours */
function searchOf(cursor: string): Search {
  const search = searchSchema.safeParse(decoded(cursor));
  if (!search.success) throw new SupplierError('refused', 'not the cursor of a sample search');
  return search.data;
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
