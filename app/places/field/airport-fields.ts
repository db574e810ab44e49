import { ruleBetween } from '#app/forms/schemas/rule-between.ts';
import { reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { airportLabel } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';

/**
 * The two airports of a flight: they arrive as typed text and leave as IATA codes (spec, section 5). Messages are codes.
 */
export const airportFields = {
  origin: airportField('origin_required'),
  destination: airportField('destination_required'),
};

function airportField(required: MessageCode) {
  return textSchema(required, (typed, issues) => {
    const answer = resolveAirport(typed);
    if (answer.outcome === 'found') return answer.airport.code;
    if (withoutBidiMarks(typed).trim() === '') return reject(issues, required);
    return reject(issues, answer.outcome === 'ambiguous' ? 'airport_ambiguous' : 'airport_unknown');
  });
}

/** Refuses a flight that ends where it began: the arguments for `refine`. */
export function endsElsewhere() {
  const isElsewhere = ({ origin, destination }: { origin: string; destination: string }) => origin !== destination;
  return [isElsewhere, ruleBetween('origin', 'destination', 'same_airport')] as const;
}

/**
 * Where a typed name had meant several airports, the page offered them as radio buttons that share the text field's
 * name, so two values arrive: the choice replaces the text, unless the text has since been changed to mean something
 * else.
 */
export function takeChosenAirports(fields: FormData, language: Language): void {
  for (const name of ['origin', 'destination']) {
    const [typed, choice] = fields.getAll(name);
    if (typeof typed === 'string' && typeof choice === 'string') fields.set(name, chosen(typed, choice, language));
  }
}

function chosen(typed: string, choice: string, language: Language): string {
  const answer = resolveAirport(typed);
  if (answer.outcome !== 'ambiguous') return typed;
  const airport = answer.choices.find(({ code }) => code === choice);
  return airport ? airportLabel(airport, language) : typed;
}
