import { ruleBetween } from '#app/forms/schemas/rule-between.ts';
import { singleLine } from '#app/forms/schemas/single-line-field.ts';
import { type Issues, reject, requiredTextSchema, textSchema } from '#app/forms/schemas/text-schema.ts';
import { isSamePlace, isSameWriting } from '../meaning/understand-place.ts';
import { placeLength } from './place-length.ts';

/**
 * Schemas of origin and destination: single-line texts as typed. Issues are codes.
 * @param isOpen the destination is not decided yet, and may be missing
 */
export function placeFields({ isOpen }: { isOpen: boolean }) {
  return {
    origin: requiredTextSchema('place_from_required', visibleText),
    destination: isOpen ? optionalPlaceField() : requiredTextSchema('place_to_required', visibleText),
  };
}

function visibleText(typed: string, issues: Issues): string | undefined {
  return asWritten(typed, issues) || undefined;
}

function optionalPlaceField() {
  return textSchema('place_too_long', asWritten)
    .optional()
    .transform((written = '') => written);
}

function asWritten(typed: string, issues: Issues): string {
  const words = singleLine(typed);
  return words.length <= placeLength.max ? words : reject(issues, 'place_too_long');
}

/**
 * The arguments for `refine` that reject a journey to its origin, unless the destination is open.
 * @param onGround for ground transport from an airport to its city: only the same text is the same place
 */
export function leadsElsewhere({ isOpen, onGround = false }: { isOpen: boolean; onGround?: boolean }) {
  const isSame = onGround ? isSameWriting : isSamePlace;
  const isElsewhere = ({ origin, destination }: { origin: string; destination: string }) =>
    isOpen || !isSame(origin, destination);
  return [isElsewhere, ruleBetween('origin', 'destination', 'same_place')] as const;
}
