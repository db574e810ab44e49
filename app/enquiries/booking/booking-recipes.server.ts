import { parseWithZod } from '@conform-to/zod/v4';
import { kindFieldName } from '#app/uploads/field-names.ts';
import { fileRules } from '#app/uploads/file-rules.server.ts';
import { knownFields } from '#app/forms/known-fields.ts';
import type { EnquiryRecipe, RecipeChoice } from '../enquiry-recipe.server.ts';
import { bookingFieldNames, bookingKinds, type BookingKind } from './booking-fields.ts';
import { chauffeurSchema } from './chauffeur-schema.ts';
import { childCountField, hotelSchema } from './hotel-schema.ts';

// The form offers no files; what is attached to a request later follows the rules of letters.
const files = fileRules.letter;
/** The text `form.privacy` of locales/*\/booking.json. */
const privacyNotice = 'booking-2026-11';

const hotel: EnquiryRecipe<'hotel'> = {
  kind: 'hotel',
  read: (sent) => parseWithZod(bothRequests(sent), { schema: hotelSchema(childCount(sent)) }),
  files,
  privacyNotice,
};

const chauffeur: EnquiryRecipe<'chauffeur'> = {
  kind: 'chauffeur',
  read: (sent) => parseWithZod(bothRequests(sent), { schema: chauffeurSchema }),
  files,
  privacyNotice,
};

/**
 * How a post of the booking page is read: as the request whose button was pressed. The Enter key presses none of them;
 * then it is the one in which something was typed.
 */
export const bookingRecipes: RecipeChoice = {
  files,
  choose(sent) {
    const pressed = bookingKinds.find((kind) => kind === sent.get(kindFieldName));
    const typed = bookingKinds.filter((kind) => isTyped(sent, kind));
    const kind = pressed ?? (typed.length === 1 ? typed[0] : undefined);
    return { recipe: kind === 'chauffeur' ? chauffeur : hotel, problem: kind ? undefined : 'which_request' };
  },
};

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
  return childCountField.safeParse(typeof typed === 'string' ? typed : undefined).data ?? 0;
}
