import { parseWithZod } from '@conform-to/zod/v4';
import { letterFileType } from '#app/uploads/file-type.server.ts';
import { isSoundDocument } from '#app/uploads/docx.server.ts';
import { contactFiles } from '#app/uploads/limits.ts';
import { knownFields, type EnquiryRecipe } from '../enquiry-recipe.server.ts';
import { bookingFieldNames, bookingKinds, kindFieldName, type BookingKind } from './booking-fields.ts';
import { chauffeurSchema } from './chauffeur-schema.ts';
import { childCountField, hotelSchema } from './hotel-schema.ts';

/** The forms offer no files; what is attached to a request later follows the rules of letters. */
const files = { limits: contactFiles, typeOf: letterFileType, isSound: isSoundDocument };

export const hotelRecipe: EnquiryRecipe<'hotel'> = {
  kind: 'hotel',
  read: (sent) => parseWithZod(bothRequests(sent), { schema: hotelSchema(childCount(sent)) }),
  // The text `form.privacy` of locales/*/booking.json.
  privacyNotice: 'booking-2026-11',
  ...files,
};

export const chauffeurRecipe: EnquiryRecipe<'chauffeur'> = {
  kind: 'chauffeur',
  read: (sent) => parseWithZod(bothRequests(sent), { schema: chauffeurSchema }),
  privacyNotice: 'booking-2026-11',
  ...files,
};

/**
 * Which of the two requests a post sends: that of the button which was pressed. The Enter key presses none of them;
 * then it is the one in which something was typed.
 * @returns undefined where that cannot be told
 */
export function bookingRecipe(sent: FormData): EnquiryRecipe<'hotel'> | EnquiryRecipe<'chauffeur'> | undefined {
  const pressed = bookingKinds.find((kind) => kind === sent.get(kindFieldName));
  const typed = bookingKinds.filter((kind) => isTyped(sent, kind));
  const kind = pressed ?? (typed.length === 1 ? typed[0] : undefined);
  return kind && (kind === 'hotel' ? hotelRecipe : chauffeurRecipe);
}

/** Something other than what the page fills in by itself, and than what a phone fills in everywhere. */
function isTyped(sent: FormData, kind: BookingKind): boolean {
  const preset = ['hotel_adults', 'hotel_children'];
  return bookingFieldNames[kind].some(
    (name) => !preset.includes(name) && !name.includes('_contact_') && Boolean(sent.get(name)),
  );
}

/** The values of both, so that the page shows them all again; each schema takes its own. */
function bothRequests(sent: FormData): FormData {
  return knownFields(sent, [...bookingFieldNames.hotel, ...bookingFieldNames.chauffeur]);
}

function childCount(sent: FormData): number {
  const typed = sent.get('hotel_children');
  const count = childCountField.safeParse(typeof typed === 'string' ? typed : undefined);
  return count.data ?? 0;
}
