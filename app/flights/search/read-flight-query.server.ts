import type { SubmissionResult } from '@conform-to/react';
import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { choicesOf, resolveFlightEnds } from '#app/places/field/airport-fields.ts';
import type { PlaceChoices } from '#app/places/field/place-choice.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import { flightQueryFieldNames } from '../model/flight-query-fields.ts';
import { flightQuerySchema } from './flight-query-schema.ts';

/**
 * The result of parsing a URL:
 * - `none`: the URL contains no search
 * - `wrong`: a field is missing or invalid; `result` has the entered values and the message codes,
 *   `choices` the options for places that do not match exactly one airport or area
 * - `read`: the URL contains a valid search
 */
export type FlightQueryResult =
  | { outcome: 'none' }
  | { outcome: 'wrong'; result: SubmissionResult<MessageCode[]>; choices: PlaceChoices }
  | { outcome: 'read'; query: FlightQuery };

/**
 * Parses search criteria from a URL. Places may be airport codes or text typed into the form. A search needs both
 * places and a departure date (spec, section 5).
 */
export function readFlightQuery(params: URLSearchParams, language: Language): FlightQueryResult {
  const hasSearch = (['origin', 'destination', 'depart_date'] as const).some((name) => params.has(name));
  if (!hasSearch) return { outcome: 'none' };
  // The schema ignores the currency, but the form gets it back.
  const fields = pickKnownFields(params, [...flightQueryFieldNames, 'currency']);
  const ends = resolveFlightEnds(fields, language);
  const submission = parseFields(fields, flightQuerySchema(ends));
  if (submission.status === 'success') return { outcome: 'read', query: submission.value };
  return { outcome: 'wrong', result: submission.reply(), choices: choicesOf(ends) };
}
