import { kindFieldName } from '#app/forms/field-names.ts';
import { bookingFieldNames, type BookingKind, bookingKinds } from '../booking-fields.ts';
import { bookingPage } from '../booking-page.server.ts';
import { chauffeurKind } from '../chauffeur/chauffeur-kind.server.ts';
import type { FormChoice } from '../enquiry-kinds.server.ts';
import { hotelKind } from '../hotel/hotel-kind.server.ts';

/**
 * Chooses the request of a post of the booking page by the pressed button. If there is none, as with the Enter key in some
 * browsers, chooses the request that has been filled in.
 */
export const bookingFormChoice: FormChoice = {
  files: bookingPage.files,
  choose(sent) {
    const pressed = bookingKinds.find((kind) => kind === sent.get(kindFieldName));
    const typed = bookingKinds.filter((kind) => isFilledIn(sent, kind));
    const kind = pressed ?? (typed.length === 1 ? typed[0] : undefined);
    return {
      definition: kind === 'chauffeur' ? chauffeurKind : hotelKind,
      problem: kind ? undefined : 'which_request',
    };
  },
};

/** Whether fields of this request were filled in, ignoring preset fields and contact details that browsers autofill. */
function isFilledIn(sent: FormData, kind: BookingKind): boolean {
  const preset = ['hotel_adults', 'hotel_children'];
  return bookingFieldNames[kind].some(
    (name) => !preset.includes(name) && !name.includes('_contact_') && Boolean(sent.get(name)),
  );
}
