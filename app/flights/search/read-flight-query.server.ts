import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { takeChosenAirports } from '#app/airports/airport-fields.ts';
import { knownFields } from '#app/forms/known-fields.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { FlightQuery } from '../flight-query.ts';
import { flightQueryFieldNames } from '../flight-query-fields.ts';
import { flightQuerySchema } from './flight-query-schema.ts';

/**
 * - `none`: nothing is searched for yet
 * - `wrong`: something is missing or wrong; `result` holds what was typed and the messages' codes
 */
export type ReadQuery =
  { outcome: 'none' } | { outcome: 'wrong'; result: SubmissionResult } | { outcome: 'read'; query: FlightQuery };

/**
 * Reads what is searched for from an address. Places may be codes or what somebody typed into the form.
 * A search needs both places and a day (spec, section 5).
 */
export function readFlightQuery(params: URLSearchParams, language: Language): ReadQuery {
  const isAsked = (['origin', 'destination', 'depart_date'] as const).some((name) => params.has(name));
  if (!isAsked) return { outcome: 'none' };
  const fields = knownFields(params, flightQueryFieldNames);
  takeChosenAirports(fields, language);
  const submission = parseWithZod(fields, { schema: flightQuerySchema });
  if (submission.status === 'success') return { outcome: 'read', query: submission.value };
  return { outcome: 'wrong', result: submission.reply() };
}
