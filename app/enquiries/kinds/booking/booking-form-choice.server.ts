import { kindFieldName } from '#app/forms/field-names.ts';
import { bookingFieldNames, type BookingKind, bookingKinds } from '../booking-fields.ts';
import { bookingPage } from '../booking-page.server.ts';
import { chauffeurKind } from '../chauffeur/chauffeur-kind.server.ts';
import type { FormChoice } from '../enquiry-kinds.server.ts';
import { hotelKind } from '../hotel/hotel-kind.server.ts';

/**
 * Determines which form on the booking page was submitted from the button that was pressed. If no button was pressed,
 * as with the Enter key in some browsers, chooses the form that has been filled in.
 */
export const bookingFormChoice: FormChoice = {
  files: bookingPage.files,
  choose(formData) {
    const pressedKind = bookingKinds.find((kind) => kind === formData.get(kindFieldName));
    const filledInKinds = bookingKinds.filter((kind) => isFilledIn(formData, kind));
    const kind = pressedKind ?? (filledInKinds.length === 1 ? filledInKinds[0] : undefined);
    return {
      definition: kind === 'chauffeur' ? chauffeurKind : hotelKind,
      problem: kind ? undefined : 'which_request',
    };
  },
};

/** Returns whether a form was filled in, ignoring prefilled fields and contact details, which browsers autofill. */
function isFilledIn(formData: FormData, kind: BookingKind): boolean {
  const prefilledFields = ['hotel_adults', 'hotel_children'];
  return bookingFieldNames[kind].some(
    (name) => !prefilledFields.includes(name) && !name.includes('_contact_') && Boolean(formData.get(name)),
  );
}
