/**
 * The two requests of the booking page. They share one `<form>`, so that even without scripts an error in one keeps the
 * values of the other; the pressed button decides which one is submitted.
 */
export const bookingKinds = ['hotel', 'chauffeur'] as const;
export type BookingKind = (typeof bookingKinds)[number];

export const maxChildren = 10;
export const maxGuests = 30;

/** Name of the field for the age of the n-th child; the first one is 1. */
export function childAgeName(child: number): ChildAgeName {
  return `hotel_child_age_${child}` as ChildAgeName;
}

type ChildAgeName = `hotel_child_age_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

/** 1 to {@link maxChildren}. */
export const childNumbers = Array.from({ length: maxChildren }, (_, index) => index + 1);

/** The fields of each request, in the order of the page and the error summary. */
export const bookingFieldNames = {
  hotel: [
    'hotel_location',
    'hotel_check_in',
    'hotel_check_out',
    'hotel_adults',
    'hotel_children',
    ...childNumbers.map(childAgeName),
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
export type BookingFields = Record<BookingFieldName, string | undefined>;
