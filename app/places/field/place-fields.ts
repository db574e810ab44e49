import { crossFieldRule } from '#app/forms/schemas/cross-field-rule.ts';
import { toSingleLine } from '#app/forms/schemas/text-fields.ts';
import { type RefinementContext, reject, requiredTextSchema, textSchema } from '#app/forms/schemas/text-schema.ts';
import { isSamePlace, isSameText } from '../interpretation/interpret-place.ts';
import { placeLength } from './place-length.ts';

/**
 * Returns the schemas of the origin and destination of a journey: the text as typed, on a single line. Issues are
 * message codes.
 * @param isDestinationUndecided whether the destination is not decided yet; it may then be missing
 */
export function placeFields({ isDestinationUndecided }: { isDestinationUndecided: boolean }) {
  return {
    origin: requiredTextSchema('place_from_required', parseRequiredPlace),
    destination: isDestinationUndecided
      ? optionalPlaceField()
      : requiredTextSchema('place_to_required', parseRequiredPlace),
  };
}

function parseRequiredPlace(typed: string, context: RefinementContext): string | undefined {
  return parsePlace(typed, context) || undefined;
}

function optionalPlaceField() {
  return textSchema('place_too_long', parsePlace)
    .optional()
    .transform((typed = '') => typed);
}

function parsePlace(typed: string, context: RefinementContext): string {
  const text = toSingleLine(typed);
  return text.length <= placeLength.max ? text : reject(context, 'place_too_long');
}

/**
 * Returns the arguments for `refine` that reject a journey whose destination is its origin, unless the destination is
 * undecided.
 * @param isByRoad whether the journey is by road. A trip from an airport to its city is then valid, so only identical
 *   text counts as the same place
 */
export function differentPlacesRule({
  isDestinationUndecided,
  isByRoad = false,
}: {
  isDestinationUndecided: boolean;
  isByRoad?: boolean;
}) {
  const isSame = isByRoad ? isSameText : isSamePlace;
  const areDifferent = ({ origin, destination }: { origin: string; destination: string }) =>
    isDestinationUndecided || !isSame(origin, destination);
  return [areDifferent, crossFieldRule('origin', 'destination', 'same_place')] as const;
}
