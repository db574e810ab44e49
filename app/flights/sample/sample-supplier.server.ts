import { z } from 'zod';
import { airportByCode } from '#app/airports/airport.ts';
import { isIsoDate } from '#app/i18n/dates.ts';
import { travellers, type FlightQuery } from '../flight-query.ts';
import { travelClasses } from '../flight.ts';
import { SupplierError, type FlightSupplier } from '../supplier.server.ts';
import { readAnswer } from '../wire/read-answer.server.ts';
import { sampleChunks } from './sample-answers.server.ts';

/**
 * Made-up flights, for a site without a supplier. It keeps nothing: the id of a search says what is searched for and
 * since when, so that searches outlive a restart.
 */
export function sampleSupplier(now: () => number = Date.now): FlightSupplier {
  return {
    isSample: true,
    start: (query) => Promise.resolve(searchIdOf({ query, startedAt: now() })),
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws has to be a rejection
    async poll(supplierSearchId) {
      const { query, startedAt } = searchOf(supplierSearchId);
      // A clock that was put back must not hide what was shown already.
      const since = Math.max(0, now() - startedAt);
      const due = sampleChunks(query, 'sample').filter(({ after }) => after <= since);
      return readAnswer(JSON.stringify(due.map(({ chunk }) => chunk)));
    },
    bookingLink: () => Promise.reject(new SupplierError('not_bookable', 'made-up flights are not for sale')),
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
      adults: count(travellers.adults),
      children: count(travellers.children),
      infants: count(travellers.infants),
      travelClass: z.enum(travelClasses),
    })
    .refine(({ origin, destination }) => origin !== destination),
  startedAt: z.number(),
});

function searchIdOf(search: Search): string {
  return Buffer.from(JSON.stringify(search)).toString('base64url');
}

/** @throws {SupplierError} where the id is none of ours */
function searchOf(supplierSearchId: string): Search {
  const search = searchSchema.safeParse(parsedId(supplierSearchId));
  if (!search.success) throw new SupplierError('refused', 'no id of a made-up search');
  return search.data;
}

function parsedId(supplierSearchId: string): unknown {
  try {
    return JSON.parse(Buffer.from(supplierSearchId, 'base64url').toString());
  } catch {
    return undefined;
  }
}
