import { crossFieldRule } from '#app/forms/schemas/cross-field-rule.ts';
import { reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { airportLabel } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';

/**
 * Schemas of the two airports of a flight, from typed text to IATA codes (spec, section 5). Issues are message codes.
 */
export const airportFields = {
  origin: airportField('origin_required'),
  destination: airportField('destination_required'),
};

function airportField(requiredMessage: MessageCode) {
  return textSchema(requiredMessage, (input, context) => {
    const resolution = resolveAirport(input);
    if (resolution.outcome === 'found') return resolution.airport.code;
    if (withoutBidiMarks(input).trim() === '') return reject(context, requiredMessage);
    return reject(context, resolution.outcome === 'ambiguous' ? 'airport_ambiguous' : 'airport_unknown');
  });
}

/** Returns the arguments for `refine` that reject a flight whose destination is its origin. */
export function differentAirportsRule() {
  const areDifferent = ({ origin, destination }: { origin: string; destination: string }) => origin !== destination;
  return [areDifferent, crossFieldRule('origin', 'destination', 'same_airport')] as const;
}

/**
 * Replaces an ambiguous airport name with the airport that the visitor chose. The page offers the possible airports as
 * radio buttons that share the text field's name, so such a field has two values: the text and the chosen code. The
 * text is kept if the visitor has since edited it so that the choice no longer applies.
 */
export function applyChosenAirports(fields: FormData, language: Language): void {
  for (const name of ['origin', 'destination']) {
    const [input, choice] = fields.getAll(name);
    if (typeof input === 'string' && typeof choice === 'string') fields.set(name, applyChoice(input, choice, language));
  }
}

function applyChoice(input: string, choice: string, language: Language): string {
  const resolution = resolveAirport(input);
  if (resolution.outcome !== 'ambiguous') return input;
  const airport = resolution.choices.find(({ code }) => code === choice);
  return airport ? airportLabel(airport, language) : input;
}
