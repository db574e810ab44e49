/**
 * The two requests of the booking page. They share one `<form>`, so that the values of one are kept if the other has
 * errors, even without JavaScript. The pressed button determines which one is submitted.
 */
export const bookingKinds = ['hotel', 'chauffeur'] as const;
export type BookingKind = (typeof bookingKinds)[number];

export const maxChildren = 10;
export const maxGuests = 30;

/** Returns the name of the field for a child's age. @param child number of the child, starting at 1 */
export function childAgeFieldName(child: number): ChildAgeFieldName {
  return `hotel_child_age_${child}` as ChildAgeFieldName;
}

type ChildAgeFieldName = `hotel_child_age_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

/** The numbers from 1 to {@link maxChildren}. */
export const childNumbers = Array.from({ length: maxChildren }, (_, index) => index + 1);

/** The fields of each request, in the order in which the page and the error summary list them. */
export const bookingFieldNames = {
  hotel: [
    'hotel_location',
    'hotel_check_in',
    'hotel_check_out',
    'hotel_adults',
    'hotel_children',
    ...childNumbers.map(childAgeFieldName),
    'hotel_contact_name',
    'hotel_contact_phone',
    'hotel_contact_email',
  ],
  chauffeur: [
    'chauffeur_pick_up',
    'chauffeur_pick_up_date',
    'chauffeur_pick_up_time',
    'chauffeur_flight',
    'chauffeur_drop_off',
    'chauffeur_passengers',
    'chauffeur_contact_name',
    'chauffeur_contact_phone',
    'chauffeur_contact_email',
  ],
} as const;

type BookingFieldName = (typeof bookingFieldNames)[BookingKind][number];
/** The values of all fields of the booking page. */
export type BookingFields = Record<BookingFieldName, string | undefined>;
