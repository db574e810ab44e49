import { crossFieldRule } from '#app/forms/schemas/cross-field-rule.ts';
import { reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { airportsOf, areaByCode } from '../airports/areas.ts';
import { type FlightPlace, flightPlaceLabel, resolveFlightPlace } from './flight-place.ts';
import type { PlaceChoices } from './place-choice.ts';

/** The ends of a flight. */
const flightEnds = ['origin', 'destination'] as const;
type FlightEnd = (typeof flightEnds)[number];

/** What the texts of a form refer to; an end whose field is missing is missing. */
export type ResolvedEnds = Partial<Record<FlightEnd, FlightPlace>>;

/**
 * Resolves the texts of both ends of a flight, each of them once. The page offers choices as radio buttons that share
 * the text field's name, so such a field has two values: the text and the chosen code. A choice that the text offers
 * replaces the text. If the visitor has since edited the text so that the choice no longer applies, the text is kept.
 * @param fields will be changed: each end has only one value afterwards
 * @param language the language of the page
 */
export function resolveFlightEnds(fields: FormData, language: Language): ResolvedEnds {
  const ends: ResolvedEnds = {};
  for (const end of flightEnds) {
    const [typed, choice] = fields.getAll(end);
    if (typeof typed !== 'string') continue;
    const place = resolveFlightPlace(typed, language);
    const chosen = 'choices' in place ? place.choices.find(({ code }) => code === choice) : undefined;
    ends[end] = chosen ? { outcome: 'found', code: chosen.code } : place;
    fields.set(end, chosen ? flightPlaceLabel(chosen.code, language) : typed);
  }
  return ends;
}

/**
 * Returns the schemas of the two ends of a flight, from typed text to the codes of airports or areas (spec, section 5).
 * Issues are message codes.
 * @param ends what the texts refer to
 */
export function airportFields(ends: ResolvedEnds) {
  return {
    origin: airportField(ends.origin, 'origin_required'),
    destination: airportField(ends.destination, 'destination_required'),
  };
}

const problems = {
  ambiguous: 'airport_ambiguous',
  nearby: 'airport_nearby',
  unsure: 'airport_unsure',
  unknown: 'airport_unknown',
} as const;

function airportField(place: FlightPlace | undefined, requiredMessage: MessageCode) {
  return textSchema(requiredMessage, (input, context) => {
    if (place?.outcome === 'found') return place.code;
    if (!place || withoutBidiMarks(input).trim() === '') return reject(context, requiredMessage);
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
export function choicesOf(ends: ResolvedEnds): PlaceChoices {
  return Object.fromEntries(
    flightEnds.flatMap((end) => {
      const place = ends[end];
      return place && 'choices' in place ? [[end, place.choices]] : [];
    }),
  );
}
