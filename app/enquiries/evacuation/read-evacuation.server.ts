import { parseWithZod } from '@conform-to/zod/v4';
import { airportLabel } from '#app/airports/airport.ts';
import { resolveAirport } from '#app/airports/airport-search.ts';
import type { Language } from '#app/i18n/languages.ts';
import { knownFields } from '../enquiry-recipe.server.ts';
import { evacuationFieldNames } from './evacuation-fields.ts';
import { evacuationSchema } from './evacuation-schema.ts';

/**
 * Reads the form's fields into a conform submission.
 *
 * Where a typed name had meant several airports, the page offered them as radio buttons that share the text
 * field's name, so two values arrive: the choice replaces the text, unless the text has since been changed
 * to mean something else.
 */
export function readEvacuation(sent: FormData, language: Language) {
  const fields = knownFields(sent, evacuationFieldNames);
  for (const name of ['origin', 'destination']) {
    const [typed, choice] = fields.getAll(name);
    if (typeof typed === 'string' && typeof choice === 'string') fields.set(name, chosen(typed, choice, language));
  }
  return parseWithZod(fields, { schema: evacuationSchema });
}

function chosen(typed: string, choice: string, language: Language): string {
  const answer = resolveAirport(typed);
  if (answer.outcome !== 'ambiguous') return typed;
  const airport = answer.choices.find(({ code }) => code === choice);
  return airport ? airportLabel(airport, language) : typed;
}
