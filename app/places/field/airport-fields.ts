import { crossFieldRule } from '#app/forms/schemas/cross-field-rule.ts';
import { reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { airportsOf, areaByCode } from '../airports/areas.ts';
import { flightPlaceLabel, resolveFlightPlace } from './flight-place.ts';
import type { PlaceChoices } from './place-choice.ts';

/** The ends of a flight. */
const flightEnds = ['origin', 'destination'] as const;
type FlightEnd = (typeof flightEnds)[number];

/**
 * Schemas of the two ends of a flight, from typed text to the codes of airports or areas (spec, section 5). Issues are
 * message codes.
 */
export const airportFields = {
  origin: airportField('origin_required'),
  destination: airportField('destination_required'),
};

const problems = { ambiguous: 'airport_ambiguous', nearby: 'airport_nearby', unknown: 'airport_unknown' } as const;

function airportField(requiredMessage: MessageCode) {
  return textSchema(requiredMessage, (input, context) => {
    // The language matters only for the names of towns among the choices.
    const place = resolveFlightPlace(input, defaultLanguage);
    if (place.outcome === 'found') return place.code;
    if (withoutBidiMarks(input).trim() === '') return reject(context, requiredMessage);
    return reject(context, problems[place.outcome]);
  });
}

/** Returns the arguments for `refine` that reject a flight within one city. */
export function differentAirportsRule() {
  const areDifferent = ({ origin, destination }: Record<FlightEnd, string>) =>
    origin !== destination && !isWithinCity(origin, destination) && !isWithinCity(destination, origin);
  return [areDifferent, crossFieldRule('origin', 'destination', 'same_airport')] as const;
}

function isWithinCity(airport: string, city: string): boolean {
  return areaByCode(city)?.kind === 'city' && airportsOf(city).includes(airport);
}

/** Returns what the page offers for the ends of a flight whose text does not refer to exactly one airport or area. */
export function choicesOf(fields: FormData, language: Language): PlaceChoices {
  return Object.fromEntries(
    flightEnds.flatMap((end) => {
      const typed = fields.get(end);
      const place = typeof typed === 'string' ? resolveFlightPlace(typed, language) : undefined;
      return place && 'choices' in place ? [[end, place.choices]] : [];
    }),
  );
}

/**
 * Replaces text that does not refer to exactly one place with the visitor's choice. The page offers the choices as
 * radio buttons that share the text field's name, so such a field has two values: the text and the chosen code. The
 * text is kept if the visitor has since edited it so that the choice no longer applies.
 */
export function applyChosenAirports(fields: FormData, language: Language): void {
  for (const name of flightEnds) {
    const [input, choice] = fields.getAll(name);
    if (typeof input === 'string' && typeof choice === 'string') fields.set(name, applyChoice(input, choice, language));
  }
}

function applyChoice(input: string, choice: string, language: Language): string {
  const place = resolveFlightPlace(input, language);
  const isOffered = 'choices' in place && place.choices.some(({ code }) => code === choice);
  return isOffered ? flightPlaceLabel(choice, language) : input;
}
